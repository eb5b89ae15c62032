import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/parts-list-turn.ts';

describe('parts that are compared', () => {
  it.each([
    "what's the difference between bme280 and dht22",
    'whats the difference between bme280 and dht22',
    'What is the difference between a BME280 and a DHT22?',
    'bme280 vs dht22',
    'which is more accurate, the BME280 or the DHT22?',
    'compare the bme280 and the dht22',
    'أي حساس أدق BME280 ولا DHT22؟',
    'ما الفرق بين BME280 و DHT22',
    'قارن BME280 و DHT22',
  ])('%s is told from the catalogue', (text) => {
    const step = stepFor(text);
    expect(callsOf(step)).toEqual([]);
    expect(reply(step)).toMatch(/DHT22.*\n.*BME280/s);
    if (!/ vs /.test(text)) expect(reply(step)).toMatch(/not in my data|ليست في بياناتي/);
  });

  it.each(['should I take an uno or a nano?', 'which is cheaper, a dht11 or a dht22?'])('%s', (text) =>
    expect(reply(stepFor(text))).toMatch(/^By my parts data:/),
  );

  it.each([
    "what's an ESP32 good for with a relay",
    'tell me about the esp32',
    'should an uno run hot',
    'ما هو ESP32',
    'أي لوحة عندك مع واي فاي',
  ])('%s begins no project', (text) => expect(callsOf(stepFor(text))).toEqual([]));

  it.each([
    'what I want is a plant monitor with an esp32',
    'a weather station with a BME280 and a DHT22',
    'I want to compare the temperature of a BME280 and a DHT22 with an ESP32',
    'أريد أن أبني محطة مع BME280 و DHT22',
  ])('%s is a project', (text) =>
    expect(callsOf(stepFor(text)).map(({ arguments: given }) => given['artifact_type'])).toContain('context'),
  );
});
