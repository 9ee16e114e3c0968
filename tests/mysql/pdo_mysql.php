<?php
// pdo_mysql: attributes, columns, parameters put in here and by the server, results in a row.
$dsn = getenv('PDO_MYSQL_TEST_DSN'); $host = 'host=' . getenv('MYSQL_TEST_HOST') . ';port=' . getenv('MYSQL_TEST_PORT'); $socket = getenv('MYSQL_TEST_SOCKET');
$d=new PDO($dsn,'root',''); 
foreach([0,1,2,3,5,7,8,10,11,12,13,16,17,19,20,21,1000,1001,1002,1003,1004,1005,1006,1007,1008,1013,1014,1015,1016,99] as $a){ try { echo $a,' ',json_encode($d->getAttribute($a)),"\n"; } catch(Exception $e){ echo $a,' ',$e->getMessage(),"\n"; } }
$d->exec('create temporary table t(id int primary key auto_increment, a varchar(10) not null default "x", b blob, c decimal(10,3), d float, e bit(5), f date, g enum("a","b"), h set("x"), i year, j json, k double unique, l timestamp(3) null, m bigint unsigned, n text, o time)');
$s=$d->query('select * from t'); for($i=0;$i<16;$i++) echo json_encode($s->getColumnMeta($i)),"\n"; var_dump($s->getColumnMeta(16));
foreach([true,false] as $em){ $d->setAttribute(20,$em); echo "em ",json_encode($em),"\n";
foreach([['select :a, :a',['a'=>1]],['select ?',[]],['select ?',[1,2]],['select :a',['b'=>1]],['select ?, :a',[1]],['select :a',[':a'=>1.5]],['select ?',[null]],['select ?',[true]],['select ?',["a'b"]],['bad',[]],["select '?', ?, \"?\", `?`.a from (select 1 a) `?` -- ?\n/* ? */ # ?",[5]],['select 1 ?? 2',[]],["select '\\'?', ?",[1]],['select :a',[1]],['select ?',['x'=>1]]] as [$q,$p]){ try { $s=$d->prepare($q); $s->execute($p); echo json_encode($s->fetchAll(PDO::FETCH_NUM)),"\n"; } catch(Exception $e){ echo get_class($e),$e->getMessage(),' ',json_encode($e->errorInfo),$e->getCode(),"\n"; } }
$s=$d->prepare('select 1 union select 2'); $s->execute(); echo $s->rowCount(),"\n"; $d->setAttribute(1000,false);  $s=$d->prepare('select 1 union select 2'); $s->execute(); echo $s->rowCount(),"\n"; try { $d->query('select 2'); } catch(Exception $e){ echo $e->getMessage(),"\n"; } var_dump($s->fetch(3)); $s->closeCursor(); var_dump($d->query('select 3')->fetchColumn()); $s=null; $d->setAttribute(1000,true);
var_dump($d->exec('select 1')); try { var_dump($d->exec('select 1')); }  catch(Exception $e){ echo $e->getMessage(),"\n"; } try { var_dump($d->query('select 1')->fetchAll()); }  catch(Exception $e){ echo $e->getMessage(),"\n"; }
$d=new PDO($dsn,'root','');
}
var_dump($d->quote("a'\0b"),$d->quote('x',PDO::PARAM_LOB),$d->quote('x',PDO::PARAM_STR|PDO::PARAM_STR_NATL)); var_dump($d->lastInsertId()); var_dump($d->errorInfo(),$d->errorCode());
$s=$d->query('select 1; select 2,3; insert into nope values(1); select 4'); do { try { var_dump($s->columnCount(),$s->fetchAll(3)); } catch(Exception $e){ echo $e->getMessage(),"\n"; } try { $r=$s->nextRowset(); } catch(Exception $e){ echo $e->getMessage(),"\n"; break; } } while($r);
echo get_class($d), "\n"; var_dump($d instanceof Pdo\Mysql); $m=PDO::connect("mysql:$host",'root',''); echo get_class($m), "\n"; var_dump($m->getWarningCount()); $m->query('select 1/0, "a"+1'); var_dump($m->getWarningCount());
foreach(['mysql:',"mysql:$host;charset=utf8mb4;dbname=test;user=root","mysql:$host;charset=nope","mysql:unix_socket=$socket;user=root","mysql:host=localhost;unix_socket=$socket;user=root;dbname=nodb"] as $x) try { $q=new PDO($x); echo $q->getAttribute(7), json_encode($q->query('select @@character_set_client,database()')->fetch()),"\n"; } catch(Exception $e){ echo $e->getMessage(),"\n"; }
