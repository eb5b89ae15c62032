import { normalizeText } from '#text';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(normalizeText));

/** What stands before the name of a place. */
export const BEFORE_PLACES = list('in at for of near on around about في بين عن');

/** What stands there too and begins no name: kinds of homes and figures, sums, times, and small words. */
export const NO_PLACES = list(
  `renting leasing buying selling owning living moving there here the a an my our your his her its their this that these those any some all each every other another which what it them us me you
   who whom how when why where something anything nothing somewhere anywhere everywhere someone anyone everyone people family families
   total cash general euro aed dirham dirhams usd english arabic budget price prices cost costs amount money sum rate rates figures percent year years month months quarter today now
   sale sales rent rents rental rentals lease leases growth trend trends supply stock inventory construction deals deal transactions transaction villas villa apartments apartment flats flat townhouses townhouse land
   plots plot homes home houses house property properties duplex duplexes penthouse penthouses loft lofts units unit studio studios bedroom bedrooms number value district districts area areas community communities
   municipality municipalities region regions city cities emirate uae country place places market project projects most least top
   first second third fourth fifth last one ones
   offer average record present least hand stock mind detail details particular fact addition case order time times demand supply
   since during until till eur euros gbp investment example instance free sure reference comparison terms need needs short long future past square metre meter
   سنه عام شهر السنه العام الشهر خلال الاماره اماره الامارات الدوله المنطقه المناطق منطقه مناطق البلديه بلديه مدينه المدينه مجتمع
   المجتمعات كل جميع هذا هذه المبيعات مبيعات البيع الايجار ايجار السوق درهم الدراهم ميزانيه حدود الشقق شقق الفلل فلل الاراضي اراضي
   الاول الاولي الثاني الثانيه الثالث الثالثه الرابع الرابعه الخامس الخامسه الاخير الاخيره الوحدات وحدات عدد قيمه اجمالي الصفقات صفقات المعاملات معاملات الايجارات ايجارات الاسعار اسعار السعر المعروض معروض المخزون الاستئجار البيانات بيانات المشروع المشاريع حي الاحياء احياء هناك هنا
   غرفه غرفتين غرفتان غرفتي غرف نوم استوديو ستوديو استوديوهات ستوديوهات مفروشه مفروش او مع بدون
   شقه شقتين شقتان فيلا فله فيلتين فيلتان فيلات تاون تاونهاوس هاوس دوبلكس بنتهاوس بيت بيتين بيوت منزل منزلين منازل وحده وحدتين سكن مسكن مساكن
   عقار عقارين عقارات ارض قطعه قطعتين قطع بنايه عماره مساحه مكان اماكن شيء اشياء شي كم كيف ماذا
   سعر بيع شراء تكلفه مبلغ ثمن صفقه معامله متوسط نسبه مخزون بيانات`,
);

/** In small letters these begin or go on with no name; in capitals they may: "Bed Stuy", "Brighton And Hove". */
export const NO_PLACES_IN_SMALL = list(
  `and or but with without room rooms bed beds furnished instalment instalments installment installments cheque cheques
   payment payments advance full person writing immediately quickly soon schools metro shops work`,
);

/** "For two million", "for half a million". */
export const PARTS_OF_AMOUNTS = list(
  'thousand million millions billion half quarter الف الاف مليون مليونين ملايين نصف نص ربع',
);

/** Arabic words that begin with ب or ل by themselves. */
export const WITH_OWN_LETTER = list(
  `بيع بيعت بيعا باع باعت بلغ بلغت بلغنا بلدي بلدان بلد بعد بعدها بعض بعضها بينهما بينهم بينها بدلا بدل بدون بلا بكم بماذا بالغه بناء بنايات
   بحسب بحث بسيط بسيطه برج ابراج بحر باقي باقيه بدايه بارك برايك بكره بكرا بنك بوابه بشكل بدي بدك لدي لدينا لديك لديكم لديها ليس ليست لكن لكل لماذا
   بيتي بيته بيتها بيتنا بيتك لذلك لهذا لهذه لحظه لطفا لازم لغايه لغه لاحقا ليلا لاننا لانه لانها لاني لما لنا لهم لها لكم لان لين ليش لسه`,
);

/** What stands behind a prefixed ب or ل ("with", "for") besides places: what a home has, whom it is for, and how figures are told. */
export const NO_PLACES_BEHIND_PREFIX = list(
  `مسبح مسابح حديقه حدائق موقف مواقف كراج شرفه شرفات بلكونه اطلاله اطلالات مطبخ حمام حمامين حمامات صاله صالتين مجلس مصعد مدخل فناء حوش سطح طابق
   طابقين دور دورين اثاث تكييف تامين عموله شيك شيكات دفعه دفعات اقساط قسط تقسيط عقد فواتير كهرباء ماء خدمات غرفه خادمه سائق
   عائله عائلات عوائل اسره زوجين طلاب طالب طالبه موظف موظفين موظفه عزاب عازب شخص شخصين اشخاص مستثمر مستثمرين اطفال بنات رجال نساء عمال
   ضبط تفصيل تفصيلي كامل كامله قرب جانب جوار خصوص نسبه سبب دقه اختصار اجمال مجمل مقارنه مدار مجموع ترتيب شكل نحو طريقه حساب رقم ارقام نقدا كاش
   صيغه ملف صوره جدول رسم متر قدم مربع ميه مايه مئه عربي عربيه انجليزي انجليزيه عكس فعل تالي حال حاله معدل زياده نقص فرق ارتفاع انخفاض حجم فضل فئه نوع انواع جوده
   استثمار تملك اقامه عيش مده فتره يوم ايام اسبوع سنوات اعوام اشهر سنويا شهريا سنوي شهري نفس ذات اول اخر احدث اقرب افضل اعلي ادني اقل اكثر
   ارخص اغلي اكبر اصغر غير سوي اي تلك ذلك نقد بيعها شرائها حد الان حين غايه حوالي قرابه
   نجاح شده قوه سرعه سهوله صعوبه بطء وضوح هدوء انتظام استمرار تزايد تراجع هبوط نزول صعود تحسن ازدياد كثره كثافه تفاصيل
   دولار دولارات يورو دينار ريال جنيه عمله عملات مزاد مزادات واسطه وساطه تمويل رهن رهون عقود قرض قروض وكاله هبه ارث
   ربح ارباح خساره خسائر خصم خصومات عرض عروض هامش رسوم ضريبه ضرائب سيوله موجب سند سندات حصه حصص معرفه مبلغ مبالغ`,
);

/** What in Arabic stands directly before such a place: sales, the stock, and that they were made. */
export const OF_FIGURES = list(
  `تمت تم جرت حدثت حصلت سجلت نفذت بيعت مبيعات صفقه صفقات معامله معاملات معروض مخزون`,
);

/** By these words Arabic asks for figures. */
export const ASKING_FIGURES = list('كم وكم كام ما وما عدد اجمالي مجموع قيمه');

/** Words that join two names, or hold one against the other. */
export const JOINING = list('and or & و او ام');
export const COMPARING = list('vs versus against with to than مع مقابل');

/** What begins another clause behind "and" or a comma, and no name. */
export const NO_PLACES_BEHIND_AND = list(
  `tell show give please thanks thank compare list is are was were do does did can could would will find get let hello hi i we he she they if so then
   then also only maybe perhaps more less higher lower better worse not no yes ok okay is how much many both
   mr mrs ms dr roi yield yields return returns tax taxes vat
   ما ماذا متي كيف هل لماذا اين اي ايضا كذلك ايهما ايها ايهم قارن قارنها اعطني اعرض اريد نريد ابحث اخبرني اذكر شكرا من الي علي حسب هي هو هم كانت كان
   اعلي اقل اكثر ارخص اغلي افضل فقط ثم لو اذا ليس غير سوي باقي بقيه سائر غيرها صاله حمام مجلس حمامين اكبر اصغر احدث اقدم
   بكم وبكم عندي عندنا لدي لدينا معي معنا احسب لخص حلل ارسم رتب وضح اشرح جاوب اجب رد ابعث ارسل
   تحديدا خصوصا خاصه تقريبا اجمالا عموما ثانيا اخيرا`,
);
