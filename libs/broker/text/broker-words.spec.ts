import fc from 'fast-check';
import { searchWords } from '#text';
import { forAll } from '../../../test/harness/for-all.ts';
import { IndexCache } from '../index/index-cache.ts';
import { trainRanker } from '../learning/train-ranker.ts';
import { rankTools } from '../ranking/rank-tools.ts';
import { brokerWords } from './broker-words.ts';

it.each<[string, string[]]>([
  ['天气预报', ['天气', '气预', '预报']],
  ['查询GPU价格', ['查询', 'gpu', '价格']],
  ['雨', ['雨']],
  ['天気を調べて', ['天気', '気を', 'を調', '調べ', 'べて']],
  ['getWeather الطقس', ['get', 'weather', 'الطقس']],
  ['날씨 알려줘', ['날씨', '알려줘']],
])('%s → %j', (text, words) => {
  expect(brokerWords(text)).toEqual(words);
});

it('does not change scripts with spaces', () => {
  const spaced = fc.string({ unit: fc.constantFrom(...'abcé ßщж الطقس12-_.') });
  forAll(100, spaced, (text) => expect(brokerWords(text)).toEqual(searchWords(text)));
});

it.each([
  ['北京明天天气怎么样', 'weather'],
  ['帮我翻译这份合同。', 'translate'],
  ['明日の東京の天気を教えて', 'weather_ja'],
  ['พรุ่งนี้อากาศเป็นอย่างไร', 'weather_th'],
  ['내일 날씨 알려줘', 'weather_ko'],
  ['Какая завтра погода в Москве?', 'weather_ru'],
  ['मौसम कैसा है', 'weather_hi'],
])('ranks by words of any language: %s', (message, tool) => {
  const index = new IndexCache().indexOf([
    { name: 'weather', description: '查询某个城市未来几天的天气预报和气温' },
    { name: 'translate', description: '把文件或合同翻译成另一种语言' },
    { name: 'stocks', description: '查询股票的实时价格和历史走势' },
    { name: 'weather_ja', description: '都市の天気予報を調べる' },
    { name: 'stocks_ja', description: '株価をリアルタイムで表示する' },
    { name: 'weather_th', description: 'พยากรณ์อากาศของเมือง' },
    { name: 'stocks_th', description: 'ราคาหุ้นล่าสุด' },
    { name: 'weather_ko', description: '도시의 날씨 예보' },
    { name: 'weather_ru', description: 'Прогноз погоды в городе' },
    { name: 'stocks_ru', description: 'Текущая цена акций' },
    { name: 'weather_hi', description: 'शहर का मौसम पूर्वानुमान' },
    { name: 'stocks_hi', description: 'शेयर की कीमत' },
  ]);
  const [first] = rankTools({ index, message, most: 3 }).order;
  expect(index.documents[first!]!.name).toBe(tool);
});

it('training uses the same words', () => {
  const index = new IndexCache().indexOf([
    { name: 'alpha', description: '甲' },
    { name: 'beta', description: '乙' },
  ]);
  const past = Array.from({ length: 6 }, (_, at) => ({ text: `第${at}次明天会下雨吗`, tool: 'beta' }));
  const learned = trainRanker(index.documents, past);
  const [first] = rankTools({ index, message: '后天下雨吗', most: 1, learned }).order;
  expect(index.documents[first!]!.name).toBe('beta');
});
