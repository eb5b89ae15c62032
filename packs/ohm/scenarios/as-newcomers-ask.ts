import type { Scenario } from '#pack-kit';

/** A project told in everyday words, and what is no project. */
export const asNewcomersAsk: Scenario[] = [
  {
    id: 'A2',
    title: 'an Arabic project in everyday words, from the plant to the price',
    steps: [
      {
        say: 'أريد أن أبني جهازا يسقي النبات عندما يجف',
        contact: 'maker-31',
        expect: { agent: 'ohm/conversational', language: 'ar' },
      },
      {
        say: 'ما القطع التي أحتاجها؟',
        contact: 'maker-31',
        expect: {
          agent: 'ohm/bomGenerator',
          language: 'ar',
          rows: [
            {
              sql: `SELECT v.content_json->'components' @> '[{"id":"soil-cap"},{"id":"pump-5v"}]' AS has
                      FROM artifacts a JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id
                      JOIN conversations c ON c.org_id = a.org_id AND c.id = a.conversation_id
                     WHERE a.kind = 'bom' AND c.contact_id = 'maker-31'`,
              are: [{ has: true }],
            },
          ],
        },
      },
      { say: 'كيف أوصلها؟', contact: 'maker-31', expect: { agent: 'ohm/wiringDiagram', language: 'ar' } },
      {
        say: 'كم التكلفة؟',
        contact: 'maker-31',
        expect: { agent: 'ohm/budgetOptimizer', says: ['24.00'], language: 'ar' },
      },
    ],
  },
  {
    id: 'A3',
    title: 'no project is made of a complaint, and no document is asked for where none is meant',
    steps: [
      'my led does not light up',
      'can you order the parts for me',
      "what's the pin for the sensor",
      'what is a pull up resistor',
      'what have we done so far?',
      'لا يعمل الجهاز عندي',
    ].map((say, at) => ({
      say,
      contact: `maker-${40 + at}`,
      begins: at > 0,
      expect: { neverCalls: ['write_file'], neverSays: [/Which document|أي مستند|nothing here that does/] },
    })),
  },
  {
    id: 'A5',
    title: 'greets with what is made here, then with where the project stands',
    steps: [
      {
        say: 'Hi there!',
        contact: 'maker-51',
        expect: { calls: [], saysOffline: ['What should it do?', 'parts list'] },
      },
      { say: 'tell me a joke', contact: 'maker-51', expect: { neverCalls: ['write_file', 'read_file'] } },
      {
        say: 'I want to build a door alarm with a motion sensor and a buzzer',
        contact: 'maker-51',
        expect: {},
      },
      {
        say: 'thanks my friend',
        contact: 'maker-51',
        expect: { calls: [], saysOffline: ['You are welcome!', 'the project brief', 'parts list'] },
      },
      {
        say: 'مرحبا كيف حالك',
        contact: 'maker-52',
        begins: true,
        expect: { calls: [], language: 'ar', saysOffline: ['أساعدك في بناء جهاز'] },
      },
    ],
  },
  {
    id: 'A6',
    title: 'a pin is the same one by its number and as it is printed',
    steps: [
      {
        say: 'A door alarm with an Arduino Nano, a motion sensor and a buzzer',
        contact: 'maker-53',
        expect: {},
      },
      { say: 'parts list', contact: 'maker-53', expect: { agent: 'ohm/bomGenerator' } },
      { say: 'how do I wire it?', contact: 'maker-53', expect: { agent: 'ohm/wiringDiagram' } },
      ...['what is on D2?', 'which part is on pin 2?', 'ماذا على المنفذ ٢؟'].map((say) => ({
        say,
        contact: 'maker-53',
        expect: {
          agent: 'ohm/wiringDiagram',
          calls: [{ tool: 'read_file', arguments: { artifact_type: 'wiring' } }],
          saysOffline: [/OUT/],
          neverSays: ['buzzer'],
        },
      })),
      { say: 'what is on D9?', contact: 'maker-53', expect: { saysOffline: ['Nothing is on D9'] } },
    ],
  },
  {
    id: 'A11',
    title:
      'a project with a question behind it, a budget in euro before there are parts, and which part to take',
    steps: [
      {
        say: 'I want to build a plant watering thing with an ESP32, where do I start?',
        contact: 'maker-54',
        expect: { agent: 'ohm/conversational', saysOffline: ['written down your project', 'parts list'] },
      },
      {
        say: 'My budget is 40 euros',
        contact: 'maker-54',
        expect: {
          agent: 'ohm/budgetOptimizer',
          saysOffline: ['I have kept 40.00 EUR', 'no exchange rate'],
          rows: [
            {
              sql: `SELECT v.content_json->>'targetBudget' AS target, v.content_json->>'targetCurrency' AS currency
                      FROM artifacts a JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id
                      JOIN conversations c ON c.org_id = a.org_id AND c.id = a.conversation_id
                     WHERE a.kind = 'budget' AND c.contact_id = 'maker-54'`,
              are: [{ target: '40', currency: 'EUR' }],
            },
          ],
        },
      },
      {
        say: 'Which moisture sensor should I take?',
        contact: 'maker-54',
        expect: { neverCalls: ['write_file'], saysOffline: ['Capacitive soil moisture sensor', 'ESP32'] },
      },
      { say: 'parts list', contact: 'maker-54', expect: { agent: 'ohm/bomGenerator' } },
      {
        say: 'can we get it under 20 euros?',
        contact: 'maker-54',
        expect: {
          agent: 'ohm/budgetOptimizer',
          saysOffline: ['20.00 EUR', 'My prices are in USD'],
          neverSays: ['20.00 USD'],
        },
      },
    ],
  },
  {
    id: 'A12',
    title: 'shows what there is without making it, connects one part, and explains what was written',
    steps: [
      {
        say: 'a plant waterer with an ESP32, a soil sensor and a pump that runs when the soil is dry',
        contact: 'maker-61',
        expect: { saysOffline: ['when the soil is dry'] },
      },
      {
        say: 'show my parts list',
        contact: 'maker-61',
        expect: { neverCalls: ['write_file'], saysOffline: ['There is no parts list in this project yet'] },
      },
      { say: 'parts list', contact: 'maker-61', expect: { agent: 'ohm/bomGenerator' } },
      { say: 'wire it', contact: 'maker-61', expect: { agent: 'ohm/wiringDiagram' } },
      {
        say: 'how do I connect the pump? will it fry the board?',
        contact: 'maker-61',
        expect: {
          neverCalls: ['write_file'],
          saysOffline: [/By the wiring, Mini pump[^]*Relay[^]*⚠ Never feed/],
        },
      },
      {
        say: 'how long will the battery last?',
        contact: 'maker-61',
        expect: { neverCalls: ['write_file'], saysOffline: ['No battery is in the parts list'] },
      },
      { say: 'write the firmware', contact: 'maker-61', expect: { agent: 'ohm/codeGenerator' } },
      {
        say: 'explain the code',
        contact: 'maker-61',
        expect: { neverCalls: ['write_file', 'add_code_file'], saysOffline: [/setup[^]*loop/] },
      },
    ],
  },
  {
    id: 'A20',
    title: 'answers from what is known of parts before anything is wired, and of no other project',
    steps: [
      {
        say: 'How do I wire a red LED to an Arduino Uno?',
        contact: 'maker-120',
        expect: { agent: 'ohm/wiringDiagram', saysOffline: ['220 Ω'] },
      },
      {
        say: 'What resistor do I need for a red LED on 5V?',
        contact: 'maker-120',
        expect: { neverCalls: ['write_file'], says: [/220/], saysOffline: ['200 Ω'] },
      },
      {
        say: 'and for a blue one?',
        contact: 'maker-120',
        expect: { neverCalls: ['write_file'], saysOffline: ['For a blue LED on 5 V'] },
      },
      {
        say: 'ما المقاومة التي أحتاجها لضوء LED أحمر على 5 فولت؟',
        contact: 'maker-120',
        expect: { neverCalls: ['write_file'], says: [/220|٢٢٠/], language: 'ar' },
      },
      {
        say: 'which pins does a DHT22 use?',
        contact: 'maker-121',
        begins: true,
        expect: { agent: 'ohm/wiringDiagram', says: [/DATA/], neverSays: [/no wiring in this project/] },
      },
      {
        say: 'ما المنافذ التي يستخدمها DHT22؟',
        contact: 'maker-121',
        expect: { agent: 'ohm/wiringDiagram', says: [/DATA/], language: 'ar' },
      },
      {
        say: 'List my projects',
        contact: 'maker-121',
        expect: {
          neverCalls: ['query_org_data'],
          saysOffline: [/Each conversation is one project/],
          neverSays: [/records/, /members of the organisation/],
        },
      },
      {
        say: 'اعرض مشاريعي',
        contact: 'maker-121',
        expect: { neverCalls: ['query_org_data'], saysOffline: [/كل محادثة مشروع/], language: 'ar' },
      },
    ],
  },
];
