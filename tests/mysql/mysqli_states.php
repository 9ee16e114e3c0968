<?php
// What is said about objects that are not open, results that are out of turn, and statements.
mysqli_report(MYSQLI_REPORT_OFF);
function D(...$values) {
    foreach ($values as $value) echo is_object($value) ? get_class($value) . json_encode((array) $value) : json_encode($value), ' | ';
    echo "\n";
}
function open() { return mysqli_connect(getenv('MYSQL_TEST_HOST'), 'root', '', 'test', (int) getenv('MYSQL_TEST_PORT')); }
// infile
file_put_contents('/tmp/phant-mysql-infile.csv',"1;a\n2;b\n");
$c=open(); $c->query('create temporary table t(id int, l varchar(5))');
D($c->query("load data local infile '/tmp/phant-mysql-infile.csv' into table t fields terminated by ';'"),$c->errno,$c->error);
D($c->query("select 1")->fetch_row());
// out of sync
$r=$c->query('select 1 union select 2',MYSQLI_USE_RESULT); D($r->num_rows, $c->affected_rows); D($c->query('select 3'),$c->errno,$c->error); 
D($c->prepare('select 3'),$c->errno,$c->error); foreach([1,2,3] as $_) echo json_encode($r->fetch_row()),"\n"; D($r->num_rows,$c->affected_rows);
try{$r->data_seek(0);}catch(Error $x){}
$s=$c->prepare('select 1 union select 2'); $s->execute(); D($c->query('select 1'),$c->error); D($s->num_rows,$s->affected_rows); $s->store_result(); D($s->num_rows,$s->affected_rows); 
$s2=$c->prepare('select ?,?,?,?'); D($s2->execute(),$s2->error,$s2->errno);
$s2->bind_param('idsb',$a,$b,$d,$e); $a=5000000000;$b=1.5;$d='x';$e='blob'; D($s2->execute()); D($s2->get_result()->fetch_row());
$a="12abc"; $b="1.5x"; $s2->execute(); D($s2->get_result()->fetch_row());
$a="99999999999999999999"; $s2->execute(); D($s2->get_result()->fetch_row());
try{$s2->bind_param('zz',$a,$b);}catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
try{$s2->bind_param('ii',$a,$b);}catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
try{$s2->bind_param('',$a,$b);}catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
try{$s2->bind_param('iiis',$a,$b,$d,$e,$f);}catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
try{$s2->bind_result($a,$b);}catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
$s3=$c->prepare('select'); D($s3,$c->error,$c->sqlstate);
$s3=$c->stmt_init(); try{ D($s3->execute()); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
try{ D($s3->errno); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ D($s3->affected_rows); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
try{ D($s3); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
D($s3->prepare('bad')); D($s3->errno,$s3->error,$c->error); try{ D($s3->execute()); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
$c->close(); try{ D($c->query('x')); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ D($c->errno); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ D($c->nope); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ D($c->client_info,$c->connect_error,isset($c->errno),isset($c->nope),empty($c->affected_rows)); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
try{ D($c); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
$c=mysqli_init(); try{ D($c->query('x')); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}  try{ D($c->affected_rows); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ $c->affected_rows=1; }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ unset($c->affected_rows); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try { clone $c;}catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try { serialize($c);}catch(Exception $x){echo get_class($x),$x->getMessage(),"\n";} D((array)$c, get_object_vars($c)); foreach($c as $k=>$v) echo "$k ";
class M extends mysqli{ function __construct(){} } $m=new M; try{ D($m->query('x')); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ D($m->errno); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";} try{ D($m->client_version); }catch(Error $x){echo get_class($x),$x->getMessage(),"\n";}
