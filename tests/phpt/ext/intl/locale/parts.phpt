--TEST--
Locale takes names apart
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['en_US', 'zh-Hant-TW', 'sr_Latn_RS_REVISED@currency=USD', 'i-klingon', 'x-private', 'en-x-foo-bar', 'sl-IT-nedis-A1232', 'sl_IT_nedis_A1232-x-a-b', 'zh-cmn-Hans-CN', 'en__POSIX', 'de-1996', 'hi_Cyrl_IN_x_vst', 'de-u-co-phonebk', 'en-US-a-foo-bar', 'root', '', 'de_DE@collation=phonebook;currency=EUR'] as $name) {
    echo json_encode([Locale::getPrimaryLanguage($name), Locale::getScript($name), Locale::getRegion($name), Locale::getKeywords($name), Locale::parseLocale($name), Locale::getAllVariants($name), Locale::canonicalize($name)]), "\n";
}
var_dump(Locale::parseLocale(str_repeat('a', 157)), intl_get_error_message());
?>
--EXPECT--
["en","","US",null,{"language":"en","region":"US"},[],"en_US"]
["zh","Hant","TW",null,{"language":"zh","script":"Hant","region":"TW"},[],"zh_Hant_TW"]
["sr","Latn","RS",{"currency":"USD"},{"language":"sr","script":"Latn","region":"RS","variant0":"REVISED"},["REVISED"],"sr_Latn_RS_REVISED@currency=USD"]
["i-klingon",null,null,null,{"grandfathered":"i-klingon"},[],"tlh"]
["x-private","","",{"x":"private"},{"private0":"private"},[],"@x=private"]
["en","","",{"x":"foo-bar"},{"language":"en","private0":"foo","private1":"bar"},[],"en@x=foo-bar"]
["sl","","IT",null,{"language":"sl","region":"IT","variant0":"NEDIS","variant1":"A1232"},["NEDIS","A1232"],"sl_IT_NEDIS_A1232"]
["sl","","IT",null,{"language":"sl","region":"IT","variant0":"NEDIS","variant1":"A1232","private0":"a"},["NEDIS","A1232"],"sl_IT_A1232_NEDIS@x=a-b"]
["zh","","CMN",null,{"language":"zh","region":"CMN","variant0":"HANS","variant1":"CN"},["HANS","CN"],"zh_CMN_HANS_CN"]
["en","","",null,{"language":"en","variant0":"POSIX"},["POSIX"],"en__POSIX"]
["de","","",null,{"language":"de","variant0":"1996"},["1996"],"de__1996"]
["hi","Cyrl","IN",null,{"language":"hi","script":"Cyrl","region":"IN","private0":"vst"},["X","VST"],"hi_Cyrl_IN@x=vst"]
["de","","",{"collation":"phonebook"},{"language":"de"},[],"de@collation=phonebook"]
["en","","US",{"a":"foo-bar"},{"language":"en","region":"US"},["A","FOO","BAR"],"en_US@a=foo-bar"]
["","","",null,[],[],""]
["en","","US",null,{"language":"en","region":"US","variant0":"POSIX"},["POSIX"],"en_US_POSIX"]
["de","","DE",{"collation":"phonebook","currency":"EUR"},{"language":"de","region":"DE"},[],"de_DE@collation=phonebook;currency=EUR"]
NULL
string(89) "Locale string too long, should be no longer than 156 characters: U_ILLEGAL_ARGUMENT_ERROR"
