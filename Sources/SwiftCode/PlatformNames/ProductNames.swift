/// Names of products, tools, services and well-known libraries.
///
/// Facts only, sorted; `Tests/Wild/PlatformNames.md` lists the sources.
enum ProductNames {
  static let text: StaticString = """
    AFError ALWAYS_EMBED_SWIFT_STANDARD_LIBRARIES ALWAYS_SEARCH_USER_PATHS APIGatewayRequest
    APIProtocol APNSCore APNSwift ARCHS ARCL ASSETCATALOG_COMPILER_APPICON_NAME
    ASSETCATALOG_COMPILER_GLOBAL_ACCENT_COLOR_NAME AWSLambdaEvents AWSLambdaRuntime AWSS3
    AWSSDKSwift AXSwift AccentColor ActionScript ActiveLabel ActiveMQ ActiveRecord ActorIsolated
    AddressSanitizer Adjust AgentKit AgoraRtcKit AirDrop AirPlay AirPods AirPort AirPrint AirTag
    Alamofire AlamofireImage AlamofireNetworkActivityIndicator Algorithms AliceBlue AlmaLinux
    AlphaFold AmazonLinux AmplitudeSwift AndroidStudio AndroidX AngularJS AntiqueWhite AnyCodable
    Apollo ApolloAPI ApolloCodegenLib AppAuth AppCenter AppCode AppDelegate AppIcon AppKit
    AppLovin AppStoreConnect AppVeyor Appfile AppleCare AppleEvents AppleID AppleLanguages
    AppleLocale ApplePay AppleScript AppleSilicon AppleTV AppleTextDirection AppsFlyer ArangoDB
    ArchLinux ArgoCD ArgumentHelp ArgumentParser AsciiDoc Ashen AssemblyScript AsyncAlgorithms
    AsyncChannel AsyncDNSResolver AsyncDebounceSequence AsyncDisplayKit AsyncHTTPClient AsyncKit
    AsyncParsableCommand AsyncSpec AsyncStorage AsyncSubject AsyncThrowingChannel
    AsyncTimerSequence Atlantis Atomics Atributika AwaitKit AwesomeCache AzureOpenAI BBEdit BSON
    BUILD_DIR BUILD_LIBRARY_FOR_DISTRIBUTION BUILT_PRODUCTS_DIR BUNDLE_LOADER BackBoard Bagel
    Base32 Base58 Base64 BasicContainers BeagleBone BehaviorRelay BehaviorSubject BibTeX
    BigCommerce BigInt BigQuery BindableAction BindableState BindingReducer BindingState BitArray
    BitBucket BitCollections BitSet Bitbucket Bitrise BlanchedAlmond BlockDiag BlueTooth
    BlueViolet Bluetooth Bolts BonMot BoringSSL Brewfile BridgingHeader BrightFutures BroadLink
    Bugsnag BuildKite Buildkite BunJS BurlyWood ByteBuffer ByteBufferAllocator ByteBufferView CBOR
    CFNETWORK_DIAGNOSTICS CGRPCZlib CI_BUILD_NUMBER CI_WORKSPACE CI_XCODE_CLOUD
    CLANG_CXX_LANGUAGE_STANDARD CLANG_ENABLE_MODULES CLANG_ENABLE_OBJC_ARC CLangFormat CLion CMake
    CMakeLists CMark CODE_SIGNING_ALLOWED CODE_SIGNING_REQUIRED CODE_SIGN_ENTITLEMENTS
    CODE_SIGN_IDENTITY CODE_SIGN_STYLE CONFIGURATION CONFIGURATION_BUILD_DIR CPack CRC32
    CSVImporter CSharp CTest CURRENT_PROJECT_VERSION CadetBlue CakePHP CalDAV CalVer Carbon
    CardDAV Cartfile Carthage Cartography CaseLet CasePathable CasePaths CasePathsCore CentOS
    CertificateAuthority ChaCha20 ChannelDuplexHandler ChannelHandler ChannelHandlerContext
    ChannelInboundHandler ChannelInitializer ChannelOption ChannelOptions ChannelOutboundHandler
    ChannelPipeline ChatGPT ChromeDriver ChromeOS CircleCI ClangImporter ClaudeCode CleanExit
    ClickHouse ClientBootstrap ClientMiddleware ClientTransport Clocks CloudFlare CloudFormation
    CloudFront CloudTrail CloudWatch CockroachDB CocoaAsyncSocket CocoaLumberjack
    CocoaLumberjackSwift CocoaMQTT CocoaPod CocoaPods CodableCSV CodableWrappers CodeBuild
    CodeClimate CodeEditLanguages CodeEditSourceEditor CodeEditTextView CodeIgniter CodePipeline
    CodeQL Codecov Codemagic CoffeeScript CollectionReference Collections CombineCocoa CombineExt
    CombineMoya CombineSchedulers CommandConfiguration CommonMark ComplexModule
    ComposableArchitecture CompositeDisposable ConcurrencyExtras ConcurrentDispatchQueueScheduler
    ConsoleKit ConstraintMaker ContentView ControlEvent ControlProperty CoreDataDebug CoreGPX
    CoreMLHelpers CoreMLTools CoreMetrics CoreSimulator CoreStore CorelDraw CornflowerBlue
    CouchBase CouchDB Couchbase CountryPickerView Crashlytics CropViewController CrowdIn
    CrowdStrike Crowdin Crypto CryptoExtras CryptoSwift Cuckoo CustomDump CygWin DBDebugToolkit
    DEAD_CODE_STRIPPING DEBUG_INFORMATION_FORMAT DEFINES_MODULE DERIVED_FILE_DIR DEVELOPER_DIR
    DEVELOPMENT_ASSET_PATHS DEVELOPMENT_TEAM DGCharts DRIVERKIT_DEPLOYMENT_TARGET DSTROOT
    DYLD_FRAMEWORK_PATH DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_PRINT_STATISTICS Danger
    Dangerfile DarkBlue DarkCyan DarkGoldenRod DarkGoldenrod DarkGray DarkGreen DarkGrey DarkKhaki
    DarkMagenta DarkOliveGreen DarkOrange DarkOrchid DarkRed DarkSalmon DarkSeaGreen DarkSlateBlue
    DarkSlateGray DarkTurquoise DarkViolet DataDog DataRequest DataResponse DataResponseSerializer
    DataStreamRequest DatabaseMigrator DatabasePool DatabaseQueue DatabaseReader DatabaseWriter
    Datadog DatagramBootstrap DateToolsSwift DeepDiff DeepMind DeepPink DeepSeek DeepSkyBlue
    DenoJS Dependabot DependenciesMacros DependenciesTestSupport DependencyKey DependencyValues
    DequeModule DerivedData DevOps DevTools DiffableDataSources DifferenceKit Differentiator
    DigitalOcean DimGray DisposeBag DistributedActors DistributedCluster DjangoREST DocC DocFX
    DocSearch DockerCompose DockerFile DockerHub Dockerfile DocumentReference DocumentSnapshot
    DodgerBlue DotNet DownloadRequest DownloadResponse DragonFlyBSD DropBox DuckDB Dwifft DynamoDB
    EAGER_LINKING ECDSA ECMAScript ENABLE_ADDRESS_SANITIZER ENABLE_BITCODE ENABLE_HARDENED_RUNTIME
    ENABLE_MODULE_VERIFIER ENABLE_PREVIEWS ENABLE_STRICT_OBJC_MSGSEND ENABLE_TESTABILITY
    ENABLE_THREAD_SANITIZER ENABLE_USER_SCRIPT_SANDBOXING ESLint ESP32 ESPHome EXCLUDED_ARCHS
    EXECUTABLE_NAME EZSwiftExtensions EarlGrey EcmaScript EdDSA EffectTask ElasticSearch
    Elasticsearch ElevenLabs EmbeddedChannel EmbeddedEventLoop EndpointClosure EnumerableFlag
    Eureka EventBridge EventLoop EventLoopFuture EventLoopGroup EventLoopPromise EventMonitor
    ExitCode ExpressJS ExpressibleByArgument FBLPromises FBSDKCoreKit FBSDKLoginKit FFmpeg FIRApp
    FLEX FLEXManager FMDB FMDatabase FMDatabaseQueue FMResultSet FRAMEWORKS_FOLDER_PATH
    FRAMEWORK_SEARCH_PATHS FSCalendar FSharp FaceBook FaceID FaceTime Facebook FacebookCore
    FastAPI Fastfile Fastlane FaunaDB FengNiao FetchableRecord FieldValue FileVault FinalCut
    FireBrick FireFox Firebase FirebaseAI FirebaseAnalytics FirebaseApp FirebaseAppCheck
    FirebaseAppDistribution FirebaseAuth FirebaseCore FirebaseCrashlytics FirebaseDatabase
    FirebaseDynamicLinks FirebaseFirestore FirebaseFunctions FirebaseInAppMessaging
    FirebaseInstallations FirebaseML FirebaseMessaging FirebaseOptions FirebasePerformance
    FirebaseRemoteConfig FirebaseStorage FirebaseVertexAI FlatBuffers FlatList FlexLayout
    FloralWhite FlowChart Fluent FluentKit FluentMongoDriver FluentMySQLDriver
    FluentPostgresDriver FluentSQL FluentSQLiteDriver FluidMenuBarExtra FontAwesome FontForge
    FooBar ForEachStore ForestGreen FoundationDB FreeBSD FreeType GCC_OPTIMIZATION_LEVEL
    GCC_PREPROCESSOR_DEFINITIONS GCC_TREAT_WARNINGS_AS_ERRORS GENERATE_INFOPLIST_FILE GRDB
    GRDBQuery GRPC GRPCCore GRPCNIOTransportHTTP2 GRPCProtobuf GRPCSwift GStreamer GTMAppAuth
    GTMSessionFetcher GarageBand Gemfile GeoJSON GhostScript GhostWhite GitBook GitFlow
    GitGuardian GitHub GitHubActions GitHubCopilot GitHubDesktop GitHubPages GitKraken GitLab
    GitOps GlibC GoLand GoLang GoReleaser GoldenRod GoogleAppMeasurement GoogleDataTransport
    GoogleMLKit GoogleMaps GooglePay GooglePlay GoogleService GoogleSignIn GoogleTest
    GoogleUtilities GraphQL GreenYellow Gymfile GzipSwift HAProxy HEADER_SEARCH_PATHS HTMLProofer
    HTTPClient HTTPClientError HTTPClientRequest HTTPClientResponse HTTPClientResponsePart
    HTTPField HTTPFields HTTPHeaders HTTPRequest HTTPRequestHead HTTPResponse HTTPResponseHead
    HTTPServerRequestPart HTTPTypes HTTPTypesFoundation HXPHPicker HackerNews Haneke HanekeSwift
    HarfBuzz HashTreeCollections HashiCorp HeapModule HeckelDiff HelloWorld HighlighterSwift
    Highlightr HiveMQ HomeAssistant HomePod Homebrew HoneyDew HorizonCalendar HotKey HotPink
    HubSpot HuggingFace Hummingbird HummingbirdAuth HummingbirdCore HummingbirdRouter
    HummingbirdTLS HummingbirdTesting IBDesignable IBInspectable IBLinter IGListKit INFOPLIST_FILE
    INFOPLIST_KEY IPHONEOS_DEPLOYMENT_TARGET IPv4 IPv6 IQKeyboardManager IQKeyboardManagerSwift
    ISO8601 IdentifiedArray IdentifiedArrayOf IdentifiedCollections IfLetStore ImageCache
    ImageDownloader ImageMagick ImagePipeline ImagePrefetcher InDesign IndexStoreDB IndianRed
    InfluxDB InjectionIII InjectionNext InlineSnapshotTesting Instrumentation
    InstrumentationSystem Instruments IntelliJ InterfaceBuilder Introspect IssueReporting
    JGProgressHUD JQuery JSHint JSONEncoding JSONLines JSONPath JSONRPC JSONSchema JSObject
    JTAppleCalendar JWTKit JavaScript JavaScriptEventLoop JavaScriptKit Jazzy Jenkins JetBrains
    JetpackCompose JsonSchema JupyterLab KFImage KIF KaTeX Katana KeyDB KeyboardShortcuts
    KeychainAccess KeychainSwift Kingfisher Kitura Komondor KotlinMultiplatform KotlinX Kronos
    KubeCtl LD_RUNPATH_SEARCH_PATHS LIBDISPATCH_COOPERATIVE_POOL_STRICT LIBRARY_SEARCH_PATHS
    LLBuild LLDB LMStudio LOCALIZATION_PREFERS_STRING_CATALOGS LaTeX LambdaContext LambdaHandler
    LangChain LanguageClient LanguageServerProtocol LaunchAgent LaunchAgents LaunchAtLogin
    LaunchDaemon LaunchDaemons LaunchDarkly LaunchScreen LaunchServices LavenderBlush LawnGreen
    LayoutKit LazyImage Leaf LeafKit LemonChiffon LetsMove LevelDB LiDAR LibFuzzer LibSignalClient
    LibreOffice LicensePlist LightBlue LightCoral LightCyan LightGoldenRodYellow LightGray
    LightGreen LightGrey LightPink LightSalmon LightSeaGreen LightSkyBlue LightSlateGray
    LightSteelBlue LightYellow LimeGreen LinkedIn LinuxMint LiteLLM LiteSpeed LiveText LlamaIndex
    LockIsolated Locksmith LogHandler Logging LoggingSystem Lottie LottieAnimationView LottieUI
    MACH_O_TYPE MACOSX_DEPLOYMENT_TARGET MARKETING_VERSION MASShortcut MBProgressHUD MCP
    MERGEABLE_LIBRARY MERGED_BINARY_TYPE METAL_DEVICE_WRAPPER_TYPE MLX MLXLLM MLXNN MLXRandom
    MQTTNIO MSAL MTL_DEBUG_LAYER MTL_HUD_ENABLED MacBook MacCatalyst MacOS MacOSX MacPorts MacRuby
    MacVim Macaw MacroTesting MagSafe MagicalRecord MailChimp MailGun MainMenu MainScheduler
    MainThreadChecker Makefile MallocGuardEdges MallocScribble MallocStackLogging ManagedAtomic
    Mantis MapLibre MapboxMaps MariaDB MarkDown Markdown MarkdownKit MarkdownLint MarkdownUI
    MatPlotLib Matchfile MathJax MathML MatrixRustSDK MatrixSDK MediumAquaMarine MediumBlue
    MediumOrchid MediumPurple MediumSeaGreen MediumSlateBlue MediumSpringGreen MediumTurquoise
    MediumVioletRed MemCached Memcached MemoryGraph MenuBarExtraAccess MessagePack Metrics
    MetricsFactory MetricsSystem MiFi MidJourney MidnightBlue MinGW MiniKube Mint MintCream
    Mintfile Mistral MistralAI MistyRose MixPanel Mixpanel MixpanelSwift MkDocs MobX MobileMe
    Mobius Mockable Mocker Mockingbird MongoDB MongoKitten Moya MoyaError MoyaProvider MuPDF
    MultiThreadedEventLoopGroup MultipartFormData MultipartKit MutablePersistableRecord
    MutableProperty MySQL MySQLKit MySQLNIO NDJSON NFC NGINX NIO NIOAsyncChannel
    NIOAsyncSequenceProducer NIOAsyncTesting NIOAsyncTestingChannel NIOAsyncWriter
    NIOCertificateReloading NIOConcurrencyHelpers NIOCore NIODeadline NIOEmbedded NIOExtras
    NIOFileHandle NIOFileSystem NIOFoundationCompat NIOFoundationEssentialsCompat NIOHPACK
    NIOHTTP1 NIOHTTP2 NIOLock NIOLockedValueBox NIOLoopBound NIOPosix NIOResumableUpload NIOSSH
    NIOSSL NIOSSLContext NIOSSLHandler NIOSingletons NIOTLS NIOTestUtils NIOThreadPool
    NIOTransportServices NIOWebSocket NPM NSDebugEnabled NSDoubleLocalizedStrings
    NSForceRightToLeftWritingDirection NSShowNonLocalizedStrings NSUnbufferedIO NSZombieEnabled
    NavajoWhite NavigationStackStore NeXTSTEP Needle NeoVim NestJS NetBSD Netfox
    NetworkLoggerPlugin NetworkReachabilityManager NewRelic NextJS Nimble NodeJS NonEmpty
    NotebookLM NotificationBanner NuGet NukeUI NumPy Numerics NumericsModule NuxtJS OAuth OAuth1
    OAuth2 OBJROOT OCMock OHHTTPStubs ONLY_ACTIVE_ARCH OSSFuzz OSX OS_ACTIVITY_DT_MODE
    OS_ACTIVITY_MODE OTHER_CFLAGS OTHER_LDFLAGS OTHER_SWIFT_FLAGS OTel ObjectBox ObjectMapper
    ObjectiveCpp ObservableState ObservedResults OkHttp OldLace OliveDrab OneDrive OneNote
    OneSignal OneSignalFramework OpenAI OpenAIKit OpenAL OpenAPI OpenAPI3 OpenAPIAsyncHTTPClient
    OpenAPIGenerator OpenAPIHummingbird OpenAPIKit OpenAPIRuntime OpenAPIURLSession OpenAPIVapor
    OpenBSD OpenCL OpenCV OpenCombine OpenGL OpenID OpenIDConnect OpenJDK OpenMP OpenMetrics
    OpenRouter OpenSSH OpenSSL OpenSUSE OpenSearch OpenShift OpenStack OpenStep OpenStreetMap
    OpenTelemetry OpenTofu OpenTracing OpenVPN OpenWeather OpenWeatherMap OpenXR OpsGenie
    OptionGroup OrangeRed OrderedCollections OrderedDictionary OrderedSet PDFium PINRemoteImage
    PKCS POEditor PRODUCT_BUNDLE_IDENTIFIER PRODUCT_MODULE_NAME PRODUCT_NAME PROJECT_DIR
    PROJECT_NAME PROVISIONING_PROFILE PROVISIONING_PROFILE_SPECIFIER Pageboy PagerDuty
    PaleGoldenRod PaleGoldenrod PaleGreen PaleTurquoise PaleVioletRed PapayaWhip ParameterEncoder
    ParameterEncoding Parchment ParsableArguments ParsableCommand Parsing PascalCase PathKit
    PayPal PeachPuff Perception PerceptionCore Periphery PersistableRecord PhoneAuthProvider
    PhoneNumberKit PhpStorm PhraseApp PinLayout PlanetScale PlantUML PlayStation PlayStore
    PlistBuddy PocketSVG Podfile Podspec Poly1305 PostHog PostScript PostgreSQL PostgresKit
    PostgresNIO PostgresQL PowderBlue PowerBI PowerPoint PowerShell PowerSync PresentationAction
    PresentationState PrestaShop PrivacyInfo ProgressHUD Prometheus PromiseKit PromisesSwift
    ProtoBuf Protobuf ProxyMan Proxyman PublishRelay PublishSubject Pulse PulseUI PureLayout
    PyCharm PyTorch QRCode QuerySnapshot Queues QueuesRedisDriver Quick QuickCheck QuickSpec
    QuickTime REGISTER_APP_GROUPS RFC3339 RIBs RLMObject RLMRealm RNCryptor RabbitMQ Rainbow
    Rakefile RaspberryPi ReSwift ReSwiftThunk Reachability ReachabilitySwift ReactJS ReactNative
    ReactiveCocoa ReactiveMoya ReactiveObjC ReactiveSwift ReactiveX ReactorKit ReadTheDocs
    RealModule Realm RealmSwift RebeccaPurple RediStack RedisStack ReducerOf ReducerProtocol
    RemoteConfig Renovate ReplayRelay ReplaySubject RequestAdapter RequestInterceptor
    RequestRetrier RethinkDB Reveal RevenueCat RevenueCatUI RichText RocketSim RocksDB RockyLinux
    RosyBrown RoutingKit RoyalBlue RubyGems RubyMotion RubyOnRails RustRover RustUp RxBlocking
    RxCocoa RxDataSources RxFlow RxGesture RxJava RxMoya RxRelay RxSwift RxSwiftExt RxTest SDKROOT
    SDWebImage SDWebImageSwiftUI SHA1 SIMULATOR_DEVICE_NAME SIMULATOR_MODEL_IDENTIFIER
    SIMULATOR_UDID SKIP_INSTALL SOURCE_ROOT SPI SPUStandardUpdaterController SPUUpdater SQLCipher
    SQLITE_ENABLE_THREAD_ASSERTIONS SQLKit SQLite SQLiteKit SQLiteNIO SQLiteSwift SRCROOT
    SSZipArchive STRING_CATALOG_GENERATE_SYMBOLS STRIP_INSTALLED_PRODUCT STRIP_SWIFT_SYMBOLS
    SUEnableAutomaticChecks SUFeedURL SUPPORTED_PLATFORMS SUPPORTS_MACCATALYST
    SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD SUPublicDSAKeyFile SUPublicEDKey SUUpdater SVGKit
    SVGView SVProgressHUD SWCompression SWIFTPM_ENABLE_MACROS SWIFT_ACTIVE_COMPILATION_CONDITIONS
    SWIFT_APPROACHABLE_CONCURRENCY SWIFT_BACKTRACE SWIFT_COMPILATION_MODE
    SWIFT_DEFAULT_ACTOR_ISOLATION SWIFT_DETERMINISTIC_HASHING SWIFT_EMIT_LOC_STRINGS
    SWIFT_ENABLE_EXPLICIT_MODULES SWIFT_EXEC SWIFT_INCLUDE_PATHS SWIFT_INSTALL_OBJC_HEADER
    SWIFT_LIBRARY_LEVEL SWIFT_MODULE_NAME SWIFT_OBJC_BRIDGING_HEADER SWIFT_OBJC_INTEROP_MODE
    SWIFT_OPTIMIZATION_LEVEL SWIFT_PACKAGE_NAME SWIFT_STRICT_CONCURRENCY SWIFT_SUPPRESS_WARNINGS
    SWIFT_TREAT_WARNINGS_AS_ERRORS SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY SWIFT_VERSION
    SWIM SYMROOT SaddleBrown SafariDriver SalesForce SaltyRTC SandyBrown SceneDelegate SciPy
    ScyllaDB SeaGreen SeaShell SemVer SendGrid Sentry SentryEvent SentryOptions SentrySDK
    SentryScope SentrySwiftUI SentryTransaction SentryUser SerialDispatchQueueScheduler
    ServerBootstrap ServerMiddleware ServerTransport ServerTrustManager ServiceContext
    ServiceContextModule ServiceGroup ServiceLifecycle ServiceNow SharePlay SharePoint
    SharedSequence Sharing SharingGRDB ShellCheck ShopPay Siesta SignalProducer SiriKit
    SkeletonView SketchUp SkyBlue SlateBlue SlateGray Slather SmartThings SnapKit Snapfile
    SnapshotTesting SocketAddress SocketIO SonarCloud SonarQube SortedCollections Soto SotoCore
    SotoS3 SourceForge SourceKit SourceKitLSP SourceKitService SourceKitten SourceKittenFramework
    SourcePackages SourceTree Sourcery Sparkle SpringBoard SpringBoot SpringGreen Spyable
    StableDiffusion StackAction StackOverflow StackState StandBy Starscream SteelBlue Stencil
    StencilSwiftKit StoreOf StripeCore StripePaymentSheet StructuredFieldValues StructuredQueries
    StyleLint SublimeText SupaBase Supabase SwiftASN1 SwiftAWSLambdaRuntime SwiftBuild
    SwiftCertificates SwiftCheck SwiftCompilerPlugin SwiftComposableArchitecture SwiftCrypto
    SwiftDate SwiftDoc SwiftDocC SwiftDriver SwiftEnv SwiftFormat SwiftFormatCore SwiftGen
    SwiftJupyter SwiftKeychainWrapper SwiftLint SwiftLintBuildToolPlugin SwiftLintCore
    SwiftLintFramework SwiftLintPlugin SwiftLog SwiftMessages SwiftMetrics SwiftNIO
    SwiftNavigation SwiftOTel SwiftOpenAPIGenerator SwiftPM SwiftPackageIndex SwiftPackageManager
    SwiftPhoenixClient SwiftPlantUML SwiftPrometheus SwiftProtobuf SwiftProtobufCore
    SwiftRichString SwiftSVG SwiftShield SwiftShims SwiftSoup SwiftTerm SwiftTesting
    SwiftTreeSitter SwiftUICharts SwiftUIIntrospect SwiftUINavigation SwiftUIX SwiftWasm Swifter
    SwifterSwift Swiftly SwiftyBeaver SwiftyJSON SwiftyMocky SwiftyUserDefaults Swiftz Swindler
    Swinject SwinjectStoryboard SwitchStore SymbolKit SystemPackage TARGETED_DEVICE_FAMILY
    TARGET_BUILD_DIR TARGET_NAME TEST_HOST TLPhotoPicker TOCropViewController TOML TOOLCHAINS
    TSLint TTTAttributedLabel TVOS TVOS_DEPLOYMENT_TARGET TableRecord Tabman Tagged TeamCity
    TelemetryDeck TensorFlow TensorFlowLite TestDependencyKey TestFlight TestScheduler TestStore
    TextEdit TextFieldEffects TextKit TextMate ThreadSanitizer TikTok TimescaleDB TinyConstraints
    TinyGo Tokenizers TopoJSON TortoiseSVN TouchID TracerProvider Tracing Transformers TravisCI
    TreeDictionary TreeSet TreeSitter TrueTime Tuist TurfSwift TwilioVideo TypeScript Typhoon
    UIKitNavigation UIViewLayoutFeedbackLoopDebuggingThreshold UNLOCALIZED_RESOURCES_FOLDER_PATH
    URLEncoding URLRouting UUIDv4 UUIDv7 UncheckedSendable UndefinedBehaviorSanitizer
    UniversalClient UniversalServer UnixSignals UnsafeAtomic UploadRequest UpperCamelCase
    VALID_ARCHS VBScript VERSIONING_SYSTEM VERSION_INFO_SUFFIX VSCode VSCodium Valet Valkey
    ValueObservation Vapor VaporTesting ViewDebugger ViewInspector ViewStore VisionOS VisualStudio
    VitePress VoiceOver VueJS VuePress WATCHOS_DEPLOYMENT_TARGET WCDB WRAPPER_EXTENSION WSL2
    WatchOS WeChat WebAssembly WebAuthn WebDAV WebDriver WebDriverAgent WebGL WebGPU WebHook
    WebHooks WebImage WebM WebObjects WebP WebRTC WebRTCiOS WebSocket WebSocketKit WebSockets
    WebStorm WebTransport WhatsApp Whisper WhisperKit WhiteSmoke WindowServer WithViewStore
    WooCommerce WordPress WordPressOrg Wormhole X509 XAML XCBeautify XCFramework XCFrameworks
    XCGLogger XCLogParser XCODE_RUNNING_FOR_PREVIEWS XCResult XCTFluent XCTVapor XCTestBundlePath
    XCTestConfigurationFilePath XCTestDynamicOverlay XCTestPlan XCTestSessionIdentifier XCUITest
    XCUITests XHTML XLPagerTabStrip XMLCoder XPath XQuery XROS_DEPLOYMENT_TARGET XamarinForms
    Xcode XcodeBenchmark XcodeBuild XcodeCloud XcodeGen XcodeKit XcodeProj Xcodes XcodesApp Xcov
    YAML YPImagePicker YYText YamlLint Yams YapDatabase YellowGreen YouTube ZIPFoundation
    ZeroHeight ZeroMQ ZigBee Zigbee acronyms altool andOperator anyObjectProtocol applicationMain
    assertionFailures blankLinesAroundMark blankLinesAtEndOfScope blankLinesAtStartOfScope
    blankLinesBetweenScopes blockComments bridgeOS camelCase codesign conditionalAssignment
    consecutiveBlankLines consistentSwitchCaseSpacing dSYM dSYMs devicectl docComments
    docCommentsBeforeModifiers duplicateImports dyld elseOnSameLine emptyBraces emptyExtensions
    enumNamespaces environmentEntry extensionAccessControl fileHeader fooBar gRPC
    genericExtensions helloWorld hoistAwait hoistPatternLet hoistTry iBeacon iBooks iCloud iMac
    iMessage iMovie iPadMini iPadOS iPhoneOS iPhoneSimulator iWork initCoderUnavailable jQuery
    kebabCase leadingDelimiters libDispatch libFuzzer libPhoneNumber libSystem libdispatch libxml
    linebreakAtEndOfFile linebreaks lipo llbuild lldb lowerCamelCase markTypes modifierOrder
    noExplicitOwnership noForceTryInTests noForceUnwrapInTests noGuardInTests notarytool
    numberFormatting opaqueGenericParameters organizeDeclarations otool preferCountWhere
    preferForLoop preferKeyPath preferSwiftTesting privateStateVariables propertyTypes protobuf
    reStructuredText redundantAsync redundantBackticks redundantBreak redundantClosure
    redundantEquatable redundantExtensionACL redundantFileprivate redundantGet redundantInit
    redundantInternal redundantLet redundantLetError redundantMemberwiseInit redundantNilInit
    redundantObjc redundantOptionalBinding redundantParens redundantPattern redundantProperty
    redundantPublic redundantRawValues redundantReturn redundantSelf redundantSendable
    redundantStaticSelf redundantSwiftTestingSuite redundantThrows redundantType
    redundantTypedThrows redundantViewBuilder redundantVoidReturnType simctl
    simplifyGenericConstraints singlePropertyPerLine snakeCase sortDeclarations sortImports
    sortSwitchCases sortTypealiases sortedImports spaceAroundBraces spaceAroundBrackets
    spaceAroundComments spaceAroundGenerics spaceAroundOperators spaceAroundParens
    spaceInsideBraces spaceInsideBrackets stapler strongOutlets strongifiedSelf
    swiftTestingTestCaseNames swiftc swiftenv testSuiteAccessControl throwingTests
    trailingClosures trailingCommas trailingSpace typeSugar unusedArguments
    unusedPrivateDeclarations upperCamelCase urlMacro validateTestCases wrapArguments
    wrapAttributes wrapEnumCases wrapMultilineConditionalAssignment wrapMultilineStatementBraces
    wrapSingleLineComments wrapSwitchCases xAI xcbeautify xcodebuild xcpretty xcresulttool xcrun
    xctrace xrOS yodaConditions
    """
}
