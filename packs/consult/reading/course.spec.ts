import { courseTopicIn, technologiesNamedIn } from './course.ts';

it.each([
  ['Can you send me a syllabus for a course on RAG quality?', 'RAG quality'],
  ['Syllabus of the Copilot course for 12 lawyers', 'Copilot'],
  ['a training about prompt security for our developers', 'prompt security'],
  ['workshop on document search, 5 people', 'document search'],
  ['we want a training covering data protection', 'data protection'],
  ['train our team on writing good prompts', 'writing good prompts'],
  ['a course in our office', undefined],
  ['a two-day course for the team', undefined],
  ['a course in the evening', undefined],
  ['we train our team on Mondays', undefined],
  ['send me the syllabus of the workshop', undefined],
  ['I saw a session on television last night', undefined],
  ['there was a program on TV', undefined],
  ['a session about dogs yesterday', undefined],
  ['the class on Zoom was fine', undefined],
  ['we would like a session on prompt security', 'prompt security'],
  ['a training session about document search', 'document search'],
  ['أريد منهج دورة عن الأمان لفريق من 5 مطورين', 'الأمان'],
  ['نحتاج تدريبا على كتابة الأوامر', 'كتابة الأوامر'],
  ['ورشة حول البحث في الوثائق', 'البحث في الوثائق'],
  ['ابعث لي منهج الورشة', undefined],
])('what a course is about: %s', (text, topic) => expect(courseTopicIn(text)).toBe(topic));

it.each([
  ['we build on Python and Azure', 'Python, Azure'],
  ['our people work in Excel', 'Excel'],
  ['مطورون يعملون على بايثون', 'Python'],
  ['we use Notion, React and Node', 'Node.js, React, Notion'],
  ['نعمل على نود وعلى أزور', 'Node.js, Azure'],
  ['we are lawyers', undefined],
  ['we have no notion of prompts', undefined],
  ['how should we react to wrong answers?', undefined],
  ['نود تدريبا لفريقنا', undefined],
  ['أريد أن أزور مكتبكم', undefined],
  ['نحتاج إلى حساب', undefined],
])('what they build on: %s', (text, named) => expect(technologiesNamedIn(text)).toBe(named));
