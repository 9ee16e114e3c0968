<?php

var_dump(ini_get('precision'), ini_set('precision', '10'), ini_get('precision'), ini_restore('precision'), ini_get('precision'), ini_get('no.such.setting'), ini_set('no.such.setting', 1));
var_dump(ini_get('display_errors'), ini_get('memory_limit'), set_time_limit(5), ini_get('max_execution_time'), error_reporting(), ini_get('error_reporting'), ini_parse_quantity('1K'), ini_parse_quantity('2M'), ini_get_all('json') === [] || true);
putenv('PHANT_TEST_VARIABLE=some value');
var_dump(getenv('PHANT_TEST_VARIABLE'), getenv('PHANT_NO_SUCH'), isset($_ENV['PHANT_TEST_VARIABLE']), array_key_exists('PHANT_TEST_VARIABLE', getenv()), putenv('PHANT_TEST_VARIABLE'), getenv('PHANT_TEST_VARIABLE'));
var_dump(PHP_SAPI, php_sapi_name(), PHP_OS === 'Linux', version_compare(PHP_VERSION, '8.4.0', '>='), version_compare('1.0.0-beta', '1.0.0', '<'), version_compare('5.2', '5.10'), PHP_MAJOR_VERSION, PHP_MINOR_VERSION, PHP_DEBUG, PHP_ZTS, is_string(phpversion()), phpversion('nope'), extension_loaded('standard'), extension_loaded('nope'), function_exists('zend_version'), is_int(getmypid()), is_string(php_uname('s')), sys_get_temp_dir() !== '', PHP_FLOAT_DIG, PHP_INT_SIZE, E_STRICT);
print_r(parse_ini_string("a = 1\nb = on\nc = \"quoted ; not comment\"\n; comment\n[section]\nd[] = x\nd[] = y\ne[k] = v\nf = null\ng = 1.5\nh = \${HOME_NOT_SET}\ni = E_ALL\nj = 'single'", true));
print_r(parse_ini_string("a = 1\nb = on\nc = off\nd = none\ne = 1.5\nf = \"5\"\ng = yes", false, INI_SCANNER_TYPED));
var_dump(localeconv()['decimal_point'], setlocale(LC_ALL, 'C'), gettype(memory_get_usage()), memory_get_peak_usage() >= memory_get_usage(), gc_enabled(), get_include_path() !== '', set_include_path('/tmp') !== false, get_include_path(), ignore_user_abort(), connection_status(), php_ini_loaded_file(), is_array(getrusage()), highlight_string('<?php echo 1; // c ?>', true));
error_reporting(E_ERROR);
echo $undefined;
error_reporting(-1);
ini_set('display_errors', '0');
echo $undefinedToo;
ini_set('display_errors', '1');
ini_set('error_prepend_string', '<<');
ini_set('error_append_string', '>>');
echo $undefinedThree;
ini_set('error_prepend_string', '');
ini_set('error_append_string', '');
ini_set('html_errors', '1');
echo $undefinedFour;
ini_set('html_errors', '0');
var_dump(ini_set('memory_limit', '256M'), ini_get('memory_limit'), ini_set('precision', 'abc'), ini_get('precision'), ini_set('zend.assertions', '-1'));
