import type { OfflineRoutine } from '#pack-kit';
import { FORECAST } from '../../tools/offline-hints.ts';
import { YEARS } from '../../years.ts';

/** What nobody can know, and what this pack does not advise on, is said to be so. */
export const noForecasts: OfflineRoutine = ({ message }) => {
  if (!FORECAST.test(message.normalized)) return undefined;
  return {
    reply:
      message.language === 'ar'
        ? `لا أقدم توقعات ولا نصائح استثمارية. أستطيع أن أذكر ما بيع وبكم، والإيجارات والمعروض السكني من ${YEARS.from} إلى ${YEARS.to}، حسب المنطقة أو البلدية.`
        : `I make no forecasts and give no investment advice. I can tell what was sold and for how much, rents and the housing stock, ${YEARS.from} to ${YEARS.to}, by district or municipality.`,
  };
};
