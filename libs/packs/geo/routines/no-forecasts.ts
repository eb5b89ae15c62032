import type { OfflineRoutine } from '#tools';
import { FORECAST } from '../tools/offline-hints.ts';

/** What nobody can know, and what this pack does not advise on, is said to be so. */
export const noForecasts: OfflineRoutine = ({ message }) => {
  if (!FORECAST.test(message.normalized)) return undefined;
  return {
    reply:
      message.language === 'ar'
        ? 'لا أقدم توقعات ولا نصائح استثمارية. أستطيع أن أذكر ما بيع وبكم، والإيجارات والمعروض السكني من 2020 إلى 2024، حسب المنطقة أو البلدية.'
        : 'I make no forecasts and give no investment advice. I can tell what was sold and for how much, rents and the housing stock, 2020 to 2024, by district or municipality.',
  };
};
