<?php
// What a return in a finally block makes of one that waits: its value goes when the inner blocks are done.
class D { function __destruct() { echo "D\n"; } }
function p($x) { echo json_encode($x), "\n"; }
p((function () { try {  try { return [null, new D(1)]; } finally {  p('f1'); try { return null; } finally {  p('f2'); } } } finally { p('f3'); return 'last'; } })());
echo "--\n";
$r = (function () { try {  try { return [null, new D(1)]; } finally {  echo "f1\n"; try { return null; } finally {  echo "f2\n"; } } } finally { echo "f3\n"; return 'last'; } })();
echo "--\n";
function z() { try {  try { return [null, new D(1)]; } finally {  echo "f1\n"; try { return null; } finally {  echo "f2\n"; } } } finally { echo "f3\n"; return 'last'; } } $r = z();
echo "--\n";
function y() { try {  try { return [null, new D(1)]; } finally {  echo "f1\n"; try { return null; } finally {  echo "f2\n"; } } } finally { echo "f3\n"; } } $r = y();
function w() { try { return [null, new D(1)]; } finally {  echo "f1\n"; try { return null; } finally {  echo "f2\n"; } }  } $r = w();
