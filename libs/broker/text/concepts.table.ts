/**
 * English and Arabic (standard and spoken) words by concept, one concept per line: "Do I need an umbrella?" and
 * "جيب معي شمسية؟" are both about the weather. Written by hand from general knowledge, for topics that tools deal with; a
 * word may occur in several lines.
 */
export const CONCEPT_LINES = `
weather forecast temperature rain rainy snow humidity storm climate sunny wind umbrella meteorology hot cold | طقس جو مطر امطار حراره ثلج رياح مناخ شمسيه
air pollution quality smog aqi emission carbon | هواء تلوث انبعاث كربون
flight airline airport fly plane departure boarding airfare | طيران رحله مطار طائره طياره
hotel accommodation stay lodging room hostel resort airbnb | فندق اقامه نزل غرفه حجز منتجع
travel trip vacation holiday itinerary destination tourist tour sightseeing visit abroad | سفر رحله سياحه عطله اجازه وجهه سافر زياره
restaurant food eat dinner lunch meal dining cuisine menu dish cafe | مطعم طعام اكل عشاء غداء وجبه قائمه
recipe cook ingredient kitchen bake dish meal cooking | وصفه طبخ مكونات مطبخ
nutrition calorie diet protein vitamin healthy weight meal | تغذيه سعرات حميه وزن صحي
drink cocktail wine beer coffee beverage bar | مشروب قهوه شاي عصير
grocery supermarket store shop shopping buy purchase product cart | بقاله سوق متجر تسوق شراء اشتري منتج دكان
price cost expensive cheap affordable budget deal discount coupon bargain offer sale promo | سعر تكلفه غالي رخيص خصم عرض كوبون ثمن تخفيض
money cash fund funds currency banknote | مال اموال نقد نقدي نقود مصاري فلوس كاش مبلغ عمله عملات مصريات دراهم
exchange currency conversion convert rate forex fx dollar euro | صرف تصريف تحويل عمله عملات دولار يورو
bank account balance deposit statement banking | بنك مصرف حساب رصيد ايداع كشف
card credit debit visa mastercard | بطاقه كرت كارت فيزا ماستركارد كارد
transfer send wire remit recipient beneficiary | تحويل حول حواله ارسال بعث مستفيد تحويلات
withdraw withdrawal atm cash machine | سحب اسحب صراف الصراف الي مكينه
topup top reload recharge refill fund | تعبئه شحن عبي اعبي رصيد
pay payment paid checkout billing invoice bill charge fee | دفع مدفوع سداد فاتوره رسوم ادفع مدفوعات تكلفه
fee charge surcharge commission extra cost | رسوم رسم عموله تكلفه مصاريف اضافي
refund reimbursement return money back | استرداد استرجاع ارجاع رجوع ترجيع
cancel cancellation abort revert undo terminate | الغاء الغي كنسل تراجع ابطال
activate activation enable start | تفعيل فعل شغل تنشيط
pending wait waiting hold processing outstanding | معلق انتظار منتظر قيد
decline declined reject rejected refuse denied failed fail | رفض مرفوض رفضت فشل
lost stolen missing theft lose misplaced | ضائع ضاع ضيعت مفقود مسروق سرق انسرقت فقدان فقدت
arrive arrival deliver delivery shipping shipment parcel package courier track tracking | وصول وصل توصيل تسليم شحن طرد شحنه استلام
time duration long delay late when | وقت مده طول تاخير متاخر متي
pin password passcode code login credential security signin authenticate | رمز سر كلمه مرور رقم سري كود باسورد دخول
forgot forget forgotten reset recover remember | نسيان نسيت ناسي تذكر استعاده
blocked block locked unlock freeze frozen | محظور حظر مقفل قفل انقفل بلوك تجميد محجوب
identity id verify verification passport kyc proof document | هويه تحقق اثبات وثيقه جواز تاكيد شخصيه
personal details profile address name phone information | شخصي تفاصيل بيانات عنوان اسم هاتف معلومات
edit change update modify alter correct adjust | تحرير تغيير تعديل تحديث غير اغير عدل بدل
close delete remove terminate erase uninstall discard | اغلاق حذف اقفال مسح ازاله انهاء سكر اسكر
open create new make build generate add | فتح انشاء جديد عمل اضافه افتح
age old young child children kid kids minor teenager family baby parent parenting | سن عمر طفل اطفال اولاد ابن قاصر صغير عائله
limit maximum cap restriction allowed minimum | حد اقصي اعلي محدود تقييد مسموح قيود
work function working broken issue problem error trouble bug fault fix repair troubleshoot | عمل يعمل شغال زابط خربان عطل مشكله خطا خلل تشتغل اصلاح يشتغل
wrong incorrect mistake unexpected strange unknown unrecognised unrecognized | خاطئ خطا غلط غير صحيح غريب مجهول
double twice duplicate repeated duplicated | مرتين مضاعف مكرر تكرار
expire expiry expiration renew renewal | انتهاء صلاحيه تجديد تنتهي
virtual online digital disposable | افتراضي رقمي الكتروني
physical plastic real actual | فعلي بلاستيك حقيقي ملموس
phone mobile smartphone telephone cell call sms | هاتف جوال موبايل تلفون تليفون محمول اتصال
contactless nfc tap applepay googlepay wallet | تلامس لمس محفظه ابل جوجل
salary wage income pay payroll earn | راتب اجر معاش دخل
country countries nation region location place where | بلد دول دوله منطقه مكان موقع اين وين
support available accept supported compatible serve | دعم متاح قبول متوفر مقبول تدعم
receive received get obtain collect | استلام تلقي استلمت تستلم حصول وصلني
cheque check | شيك
order request apply application ask | طلب اطلب تقديم
account signup register enroll registration subscribe subscription membership | تسجيل اشتراك عضويه انضمام
stock share market equity portfolio nasdaq ticker shares trading trader | سهم اسهم بورصه محفظه تداول
crypto bitcoin blockchain ethereum coin token nft web3 defi wallet | عملات رقميه بيتكوين بلوكتشين
finance financial invest investment investor fund wealth asset economy economic | مال استثمار تمويل اصول اقتصاد مالي
loan mortgage credit borrow debt lend instalment | قرض رهن ائتمان دين قسط تمويل
tax taxes vat irs deduction accounting bookkeeping audit | ضريبه ضرائب محاسبه تدقيق
insurance policy claim coverage premium | تامين بوليصه مطالبه تغطيه
house home apartment property realestate estate villa flat rent rental tenant landlord renting housing | بيت منزل شقه عقار ايجار فيلا سكن مستاجر عقارات
car vehicle auto automobile dealer drive driving motor truck | سياره مركبه سيارات قياده
job career resume cv hire hiring recruit recruiter interview employment employer vacancy employee candidate | وظيفه عمل سيره توظيف مقابله موظف
course learn learning study lesson class education tutor student teach teacher school university training academic | دوره تعلم دراسه درس تعليم طالب مدرسه جامعه تدريب
language translate translation speak english spanish french german vocabulary grammar | لغه ترجمه ترجم انجليزي قواعد مفردات
word dictionary synonym definition meaning define spelling rhyme | كلمه قاموس معني مرادف تعريف
math calculate calculation equation formula compute arithmetic algebra integral solve number | رياضيات حساب احسب معادله حل
code program programming developer software script debug python javascript repository github compile | كود برمجه برنامج مطور سكربت
website site web page url link domain webpage browser browse internet | موقع صفحه رابط نطاق ويب انترنت
host hosting deploy server cloud infrastructure container kubernetes | استضافه خادم سحابه نشر
database sql query table record data dataset csv spreadsheet excel | قاعده بيانات جدول استعلام اكسل
search find lookup discover explore locate look | بحث ابحث ايجاد اكتشف عثور ادور
news headline journalism breaking current event press | اخبار خبر صحافه احداث
summary summarize summarise condense digest brief shorten overview key points abstract | ملخص تلخيص لخص اختصار
pdf document file paper doc documents | ملف مستند وثيقه
article paper research scientific scholar publication academic study science journal citation literature arxiv | بحث علمي ورقه مقال دراسه
book read reading novel author library literature ebook | كتاب قراءه روايه مكتبه مؤلف
video youtube clip watch footage stream tiktok vlog | فيديو مقطع يوتيوب مشاهده
movie film tv show series cinema netflix episode actor director anime | فيلم مسلسل سينما تلفزيون
music song playlist artist album spotify band melody lyrics listen tune chord | موسيقي اغنيه البوم فنان
podcast episode audio listen radio | بودكاست صوت اذاعه
voice speech audio transcribe transcript transcription sound recording | صوت كلام نسخ تسجيل
image photo picture photograph visual drawing draw art artwork illustration painting | صوره صور رسم لوحه فن
design designer logo layout graphic creative template brand branding style ui font | تصميم شعار قالب علامه
diagram chart graph plot visualize visualization flowchart mindmap mermaid | مخطط رسم بياني شكل
presentation slides slide powerpoint deck | عرض شرائح تقديمي
email mail inbox newsletter message outreach | بريد ايميل رساله نشره
chat message conversation talk messaging converse discuss | محادثه دردشه رساله كلام
calendar schedule meeting appointment event reminder remind availability booking book agenda | تقويم جدول موعد اجتماع تذكير حجز ميعاد
task todo project productivity manage organize organise workflow plan planning prioritize deadline | مهمه مشروع تنظيم خطه اداره انتاجيه
note notes notebook memo journal diary | ملاحظه مذكره يوميات
marketing advertise advertising ad ads campaign promote promotion seo audience copywriting | تسويق اعلان حمله ترويج
social media twitter instagram facebook linkedin tweet post followers influencer hashtag | تواصل اجتماعي تويتر فيسبوك منشور
customer client crm lead contact | عميل زبون عملاء جهه اتصال
business company startup firm corporate enterprise entrepreneur organization competitor | شركه اعمال مؤسسه منافس
product catalog inventory item stock goods merchandise | منتج مخزون سلعه كتالوج بضاعه
gift present birthday surprise | هديه عيد ميلاد
fashion clothes clothing outfit wear dress shoes apparel style wardrobe | ملابس ازياء موضه فستان حذاء
beauty makeup cosmetics skincare skin hair perfume | جمال مكياج بشره شعر عطر
health medical doctor disease symptom medicine patient hospital illness clinic diagnosis treatment drug | صحه طبيب مرض دواء مستشفي علاج اعراض عياده
mental therapy stress anxiety meditation mindfulness psychology emotion mood depression wellness | نفسي قلق توتر تامل علاج مزاج
fitness workout exercise gym training muscle running yoga | رياضه تمرين لياقه
sport football soccer basketball nba team match league score player tournament | كره مباراه فريق دوري رياضه لاعب
game play gaming chess puzzle player quiz trivia riddle gamer | لعبه لعب العاب شطرنج لغز
joke funny humor comedy laugh entertain fun meme | نكته ضحك مضحك ترفيه
horoscope astrology zodiac tarot fortune star sign birth spiritual dream | برج ابراج تنجيم حظ
story poem write writing essay writer creative fiction character tale rewrite paragraph content blog | قصه قصيده كتابه مقال محتوي مدونه
quote inspiration motivation inspirational motivational wisdom | اقتباس تحفيز حكمه
religion bible quran prayer verse god faith church mosque | دين قران صلاه ايه
history historical ancient past century war | تاريخ حرب قديم
legal law lawyer court regulation attorney contract compliance statute legislation patent rights | قانون محامي محكمه عقد تشريع
government politics policy election congress vote bill parliament public | حكومه سياسه انتخابات تصويت
security hack vulnerability privacy malware threat attack protect password scan phishing safe | امن حمايه اختراق خصوصيه ثغره
network internet connection speed traffic wifi dns ip bandwidth | شبكه انترنت اتصال سرعه واي فاي
map direction route navigation distance gps location geographic coordinates address nearby | خريطه اتجاه طريق مسافه عنوان احداثيات
transport bus train metro taxi ride commute traffic subway railway ticket | نقل باص قطار مترو تاكسي مواصلات
space planet star nasa astronomy satellite galaxy moon astronaut orbit rocket | فضاء كوكب نجم قمر فلك
animal pet dog cat bird wildlife veterinary species | حيوان كلب قطه طائر
plant garden flower gardening tree crop farm agriculture soil | نبات حديقه زهره شجره زراعه محصول
energy electric electricity power solar battery grid renewable | طاقه كهرباء شمسي بطاريه
event concert festival ticket show party conference wedding | فعاليه حفل مهرجان تذكره مؤتمر حدث
museum art gallery exhibition culture artist | متحف معرض ثقافه
charity donate donation nonprofit volunteer | تبرع خيري تطوع
review rating opinion feedback testimonial recommend recommendation suggest suggestion | تقييم مراجعه راي توصيه اقتراح
compare comparison versus difference best better | مقارنه قارن فرق افضل
analytics analysis analyze report insight statistics metric dashboard trend trends | تحليل تقرير احصاء احصاءات لوحه اتجاه
question answer quiz ask test survey poll faq | سؤال اجابه اختبار استبيان
ai gpt chatgpt prompt model llm openai bot assistant chatbot plugin | ذكاء اصطناعي نموذج روبوت
automate automation zapier integrate integration workflow connect api | اتمته ربط تكامل
notify notification alert remind reminder alarm | تنبيه اشعار تذكير منبه
today now date clock hour day timezone | اليوم الان تاريخ ساعه يوم
convert converter format transform unit conversion | تحويل صيغه وحده
upload download file share save export import attach | رفع تحميل مشاركه حفظ تنزيل
sensor device hardware iot circuit board component robot | جهاز حساس دائره لوحه قطع
person people human who profile biography celebrity famous | شخص ناس انسان مشهور
relationship dating friend love partner match marriage | علاقه حب صديق زواج
idea brainstorm inspire concept invention innovation creative | فكره افكار ابتكار
qr barcode scan code | مسح رمز
proposal quote estimate offer quotation tender | عرض اقتراح تسعيره
negotiate negotiation bid counter counteroffer | تفاوض مزايده
neighbourhood neighborhood district area community municipality zone | حي منطقه بلديه مجتمع
sell seller selling sold sale vendor | بيع بائع مبيعات
buyer buying bought acquire | مشتري شراء اشتري
viewing visit tour inspection showing | معاينه زياره جوله
bedroom bathroom kitchen balcony pool garage | غرفه حمام مطبخ شرفه مسبح
repair maintenance service technician plumber | صيانه تصليح فني سباك
emergency urgent disaster earthquake flood fire rescue accident | طوارئ عاجل كارثه زلزال فيضان حريق حادث
`;
