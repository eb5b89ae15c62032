/** Phrases with which people request missing features. */
export const FEATURE_REQUEST_PHRASES =
  `i wish, we wish, it would help if, would be nice, would be great, it would be good, you should be able, you should, please add,
   add support, could you add, can you add, pass that on, pass it on, ask your team, feature request, why can t you,
   أتمنى, نتمنى, ليت, ليتكم, يا ليت, لو تدعمون, لو كان بإمكانكم, أضيفوا, نقترح, أقترح, أرجو إضافة, نرجو إضافة, أرجو دعم, نرجو دعم,
   يمكنكم إضافة, يمكنك إضافة, يمكن إضافة, بإمكانكم إضافة, بإمكانك إضافة, إضافة دعم, أضف دعم, تضيفوا, من فضلك أضف, من فضلكم أضف,
   يمكنكم دعم, بإمكانكم دعم`
    .split(',')
    .map((phrase) => phrase.trim());
