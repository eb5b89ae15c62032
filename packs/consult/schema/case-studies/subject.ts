import { stemsOfText } from './case-study.ts';

/** Words of messages that ask for cases on any subject. */
const GENERAL = new Set(
  stemsOfText(
    `case cases study studies example examples similar customer customers client clients reference references proof project projects
     past previous success stories story experience have done helped worked company companies other others show more any
     see can could who else name names list give recent former existing real used hired you your
     please send need want like looking look find tell there business businesses firm firms industry industries sector sectors
     something anything somebody anybody someone anyone one ones kind sort use sample
     أمثلة مثال مثالا مشابهة مشابه دراسات دراسة حالة حالات الحالة تجارب تجربة قصص قصة نجاح النجاح ناجحة نماذج نموذج
     عملاء عميل عملائكم عملاؤكم عملاءكم زبائن زبون زبائنكم سابقة سابقين سابق مشاريع مشروع مشاريعكم أعمال أعمالكم
     نفذتم عملتم اشتغلتم اشتغلتوا تعاملتم خدمتم ساعدتم معها معهم معه لديكم لديك عندكم عندك يوجد توجد هناك
     أي بعض كل المزيد مزيد أكثر غيرها غيركم أخرى آخر آخرين شركات شركة الشركات مؤسسات مؤسسة جهات قطاع قطاعات مجال
     أرني أروني أرنا أرونا ورني وريني ورينا فرجيني شوف أعطني أعطنا أعطيني أعطوني أعطونا عطني هات هاتوا
     أرسل أرسلوا ترسل ترسلوا ابعث ابعثوا اعرض اعرضوا تعرض تعرضوا اذكر اذكروا أخبرني أخبرنا حدثني حدثنا
     أريد نريد أود نود أرغب بدي أبغى أبي أحتاج نحتاج أرى نرى أشوف نشوف أشاهد نشاهد أطلع اطلاع
     ممكن يمكن يمكنك يمكنكم يمكنني تستطيع تستطيعون تقدر تقدرون`,
  ),
);

/** The stems of the subject of the requested cases; empty for a message that only asks for "similar examples". */
export function subjectOf(query: string): string[] {
  return stemsOfText(query).filter((stem) => !GENERAL.has(stem));
}
