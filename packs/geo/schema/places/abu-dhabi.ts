import { phraseList } from '#text';
// Names of the emirate's places, with the aliases that people use.

export const ABU_DHABI_CITY = 'Abu Dhabi City';

/** Aliases by canonical name, for any service that has a place of that name. */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  'Mohamed Bin Zayed City': ['MBZ', 'MBZ City', 'Mohammed Bin Zayed City'],
  'Khalifa City': ['Khalifa City A'],
  'Yas Island': ['ياس'],
  'Al Raha Beach': ['الراحة'],
  Ruwais: ['Al Ruwais', 'Ruwais City'],
  [ABU_DHABI_CITY]: phraseList(
    `Abu Dhabi, Abu Dhabi Municipality, Abu Dhabi City Municipality, أبوظبي, أبو ظبي, مدينة أبوظبي,
     بلدية أبوظبي`,
  ),
  'Al Ain': ['Al Ain City', 'Al Ain Municipality', 'العين', 'مدينة العين'],
  'Al Dhafra': ['Al Dhafra Region', 'Western Region', 'الظفرة', 'منطقة الظفرة', 'المنطقة الغربية'],
};

/** The other emirates, and places that sound like one of this emirate. They are never read as misspelt names of places in it. */
export const elsewhere: readonly string[] = phraseList(
  `Dubai, Sharjah, Ajman, Fujairah, Ras Al Khaimah, Umm Al Quwain, Aden, دبي, الشارقة, عجمان, الفجيرة,
   رأس الخيمة, أم القيوين, عدن`,
);
