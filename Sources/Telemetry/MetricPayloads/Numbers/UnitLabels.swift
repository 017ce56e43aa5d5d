/// Labels of units, without white space and direction marks. They are the short forms of all
/// locales in the Unicode Common Locale Data Repository, of its versions for iOS 13 and 14 and of
/// the current one, and the English labels that newer systems print. No label belongs to two of
/// these units.
enum UnitLabels {
  /// Milliseconds.
  static let milliseconds = """
    Millisekunde Mílisẹ́kọn hm md mgamillisec mili-diog milieil miligiây milisec. miliseg
    milisek. milisekendh milisekunde milissegundos millisec millisec. millisecs millisecs.
    millisek millisek. millisekunde mn ms ms. msan msek msn msʻe sm мс мсек мҫ մվ مليث
    مليسيڪنڊ ملیسیکنڈ مىللىسېكۇنت ميليسەكۋند میلی‌ثانیه ܡܝܠܝܪ̈ܦܦܐ ܡܝܠܝܪܦܦܐ ߝߥ मि.से. मिलिसे
    मिलिसेकंद मिलीसकिं. मि॰से॰ মিঃছেঃ মিলিসেকেন্ড ਮਿਲੀਸਕਿੰਟ મિસે மி.வி. మి.సె ಮಿ.ಸೆ. മി.സെ.
    මිලිතත් มิลลิวินาที ມລວ မီလီစက္ကန့် მწმ ሚሴ ᏌᎠ ម.វិ 毫秒 𞤤𞤳𞤭𞤲 𞤥𞤳𞤭𞤲
    """
  /// Seconds.
  static let seconds = """
    Okpí Sek. Sekunde Sẹ́kọn d dhiog diog dtk eil giây hēk ilbrqsi kasegundo mp s s. saat
    san sec sec. second seconds secs secs. seg seg. segs segundo sek sek. sekend sekendh
    sekhondi sekunde shoic sig sig. sn sn. soic son. sɛk sʻe tsn ìshàáy ìṣàáy δευτ. с сек
    сек. сония сэк. сөк ҫ վրկ שנ׳ שתישנ׳ ث ثانیه ساعت سيڪنڊ سیکنڈ سېكۇنت سەكۋند فيسيڪنڊ
    ܖ̈ܦܦܐ ܪܦܦܐ ߝ सकिं. से सेकंद सेकेन्ड से॰ ছেকেণ্ড সেকেন্ড ਸਕਿੰਟ સેકંડ ସେକେଣ୍ଡ விநாடி
    விநாடிகள் సె. సెక. ಸೆಕೆಂ സെ. තත් วิ ວິ စက္ကန့် წმ ሰከ ሴኮንድ ᎠᏎᏢ វិនាទី 秒 초 𑄥𑄬𑄇𑄬𑄚𑄳𑄓𑄴 𞤳𞤭𞤲
    """
  /// Kilobytes, of 1000 bytes.
  static let kilobytes = """
    KAṬ KB KBait kAṬ kB kBeit kByte kBʻe kilobaiti ko kt kébáìtì КБ Кбайт кБ կԲ كيلوبايت
    کیلوبایت ڪلوبائيٽ ڪلوبائيٽز किबाइट কিঃবাঃ ਕਿਲੋਬਾਇਟ కేబీ ಕಿ.ಬೈ. കെബി කිබ კბაიტი ኪሎባይት ኪባ
    千字节 𞤳𞤔
    """
  /// Bytes.
  static let bytes = """
    Aṭ B Bait Byte Bytes aṭ aṭamḍan bait baiti bajt bajta bajti bajtov bajtova bajtu bajty
    bajtů bayt beart beit beyt bheart bite byte bytes bájt báìtì bæti bèt být feit greep
    kabyte mbeart o oct octet paitiʻe t Б байт байта байты бајт бајти Բ Բայթ բայթ בייט بائيٽ
    بايت بایت बाइट बायट বাইট ਬਾਇਟ બાઇટ ବାଇଟ୍ பை. బై ಬೈ. ಬೈಟ್ ബൈറ്റ് බයිට් ไบต์ ბაიტი ባይት
    ᎠᏍᎦᎳ 字节 𑄝𑄭𑄖𑄴 𞤔
    """
}
