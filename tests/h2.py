#!/usr/bin/env python3
"""Rules of HTTP/2 (RFC 9113, with HPACK, RFC 7541) and of HTTP/1.1's framing (RFC 9112), each by what `phant serve` does.

    tests/h2.py [--php BIN] [--table] [FILTER...]

A row names the section, the rule, what is sent, and what must come of it:

- `connection CODE`: GOAWAY with this code, and the connection ends; `closed`: it ends;
- `stream CODE`: RST_STREAM with this code, and the connection goes on;
- a number: an answer with this status, and the connection goes on.

`--table` prints the rows as they pass. Other clients (curl, nghttp, h2load) take part where they are installed.
"""
import argparse, hashlib, json, os, shutil, socket, subprocess, sys, threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import server
from common import PHANT, php_words
from http2_client import *

CASES, ROWS = [], []
POST = request('/echo.php', 'POST')


def case(f):
    CASES.append(f)
    return f


def rule(section, text, expected, *sent):
    """A row: what is sent after the greeting, or a function of the port for what needs more."""
    ROWS.append((section, text, expected, sent))


def with_path(path):
    return headers(1, request(path))


def fields(*more, **changed):
    """A request with fields added, or pseudo-fields exchanged or left out (None)."""
    base = [(name, changed.get(name[1:], value)) for name, value in request()]
    return headers(1, [(name, value) for name, value in base if value is not None] + list(more))


BODY = headers(1, POST, END_HEADERS)
BLOCK = block(request())
rule('3.4', 'a preface that is none', 'closed', None, b'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n' + settings())
rule('3.4', 'a preface that SETTINGS do not follow', 'connection PROTOCOL_ERROR', None, PREFACE + frame(PING, 0, 0, bytes(8)))
rule('3.4', 'the acknowledgement of SETTINGS as the first frame', 'connection PROTOCOL_ERROR', None, PREFACE + frame(SETTINGS, ACK))
rule('3.4', 'a preface in pieces', 200, None, *(PREFACE[i:i + 1] for i in range(24)), settings(), headers(1))
rule('4.1', 'a frame of unknown kind is ignored', 200, frame(99, 255, 0, b'abc'), headers(1))
rule('4.1', 'undefined flags are ignored', 200, frame(PING, 0xfe, 0, bytes(8)), headers(1))
rule('4.1', 'the reserved bit is ignored', 200, frame(PING, 0, 1 << 31, bytes(8)), headers(1))
rule('4.2', 'DATA of 16,384 bytes', 200, BODY, frame(DATA, END_STREAM, 1, bytes(16384)))
rule('4.2', 'DATA beyond the largest frame', 'connection FRAME_SIZE_ERROR', BODY, frame(DATA, END_STREAM, 1, bytes(16385)))
rule('4.2', 'HEADERS beyond the largest frame', 'connection FRAME_SIZE_ERROR',
     headers(1, request(more=[('a', 'b' * 16384)])))
rule('4.3', 'a block that cannot be decoded', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, b'\xff\xff\xff\xff\xff\xff'))
rule('4.3', 'another frame within a block', 'connection PROTOCOL_ERROR', frame(HEADERS, 1, 1, BLOCK), frame(PING, 0, 0, bytes(8)))
rule('4.3', 'an unknown frame within a block', 'connection PROTOCOL_ERROR', frame(HEADERS, 1, 1, BLOCK), frame(99, 0, 1, b''))
rule('4.3', 'another stream within a block', 'connection PROTOCOL_ERROR', frame(HEADERS, 1, 1, BLOCK), headers(3))
rule('5.1', 'idle: DATA', 'connection PROTOCOL_ERROR', frame(DATA, END_STREAM, 1, b'x'))
rule('5.1', 'idle: RST_STREAM', 'connection PROTOCOL_ERROR', frame(RST_STREAM, 0, 1, word(8)))
rule('5.1', 'idle: WINDOW_UPDATE', 'connection PROTOCOL_ERROR', frame(WINDOW_UPDATE, 0, 1, word(8)))
rule('5.1', 'idle: CONTINUATION', 'connection PROTOCOL_ERROR', frame(CONTINUATION, END_HEADERS, 1, BLOCK))
rule('5.1', 'idle: PRIORITY', 200, frame(PRIORITY, 0, 3, word(0) + b'\x10'), headers(1))
rule('5.1', 'half closed: DATA', 'stream STREAM_CLOSED', headers(1, request('/sleep.php?ms=300')), frame(DATA, END_STREAM, 1, b'x'))
rule('5.1', 'half closed: HEADERS', 'stream STREAM_CLOSED', headers(1, request('/sleep.php?ms=300')), headers(1))
rule('5.1', 'half closed: WINDOW_UPDATE', 200, headers(1, request('/sleep.php?ms=100')), frame(WINDOW_UPDATE, 0, 1, word(9)))
rule('5.1', 'closed: DATA after the client has given up', 'stream STREAM_CLOSED', BODY, frame(RST_STREAM, 0, 1, word(8)),
     headers(3, request('/sleep.php?ms=300')), frame(DATA, 1, 3, b'x'))
rule('5.1', 'closed by the client: HEADERS', 'connection STREAM_CLOSED', BODY, frame(RST_STREAM, 0, 1, word(8)), headers(1))
rule('5.1', 'closed by the client: DATA', 'connection STREAM_CLOSED', BODY, frame(RST_STREAM, 0, 1, word(8)), frame(DATA, 0, 1, b'x'))
rule('5.1', 'closed: WINDOW_UPDATE and RST_STREAM are ignored', 200, BODY, frame(RST_STREAM, 0, 1, word(8)),
     frame(WINDOW_UPDATE, 0, 1, word(1)), frame(RST_STREAM, 0, 1, word(8)), headers(3))
rule('5.1.1', 'an even stream', 'connection PROTOCOL_ERROR', headers(2))
rule('5.1.1', 'a stream below the last', 'connection PROTOCOL_ERROR', headers(5), headers(3))
rule('5.1.1', 'streams may be left out', 200, headers(99))
rule('5.1.2', 'more streams than there may be', 'stream REFUSED_STREAM', *(headers(n, POST, END_HEADERS) for n in range(1, 203, 2)))
rule('5.3.1', 'PRIORITY on itself', 'stream PROTOCOL_ERROR', BODY, frame(PRIORITY, 0, 1, word(1) + b'\0'))
rule('5.3.1', 'HEADERS that depend on themselves', 'stream PROTOCOL_ERROR', frame(HEADERS, 0x25, 1, word(1) + b'\0' + BLOCK))
rule('5.4', 'the connection goes on after the error of a stream', 200, BODY, frame(WINDOW_UPDATE, 0, 1, word(0)), headers(3))
rule('5.5', 'unknown settings are ignored', 200, settings((0x99, 7)), headers(1))
rule('6.1', 'DATA without a stream', 'connection PROTOCOL_ERROR', frame(DATA, 0, 0, b'x'))
rule('6.1', 'padded DATA', 200, BODY, frame(DATA, END_STREAM | PADDED, 1, b'\3abc\0\0\0'))
rule('6.1', 'padding as long as the frame', 'connection PROTOCOL_ERROR', BODY, frame(DATA, END_STREAM | PADDED, 1, b'\4abc'))
rule('6.1', 'padding without its length', 'connection PROTOCOL_ERROR', BODY, frame(DATA, END_STREAM | PADDED, 1, b''))
rule('6.2', 'HEADERS without a stream', 'connection PROTOCOL_ERROR', headers(0))
rule('6.2', 'padded HEADERS', 200, frame(HEADERS, 5 | PADDED, 1, b'\5' + BLOCK + bytes(5)))
rule('6.2', 'HEADERS with too much padding', 'connection PROTOCOL_ERROR', frame(HEADERS, 5 | PADDED, 1, b'\xff' + BLOCK))
rule('6.2', 'HEADERS with a priority', 200, frame(HEADERS, 0x25, 1, word(0) + b'\0' + BLOCK))
rule('6.2', 'HEADERS too short for a priority', 'connection FRAME_SIZE_ERROR', frame(HEADERS, 0x25, 1, b'abc'))
rule('6.3', 'PRIORITY without a stream', 'connection PROTOCOL_ERROR', frame(PRIORITY, 0, 0, bytes(5)))
rule('6.3', 'PRIORITY of four bytes', 'stream FRAME_SIZE_ERROR', BODY, frame(PRIORITY, 0, 1, bytes(4)))
rule('6.4', 'RST_STREAM without a stream', 'connection PROTOCOL_ERROR', frame(RST_STREAM, 0, 0, word(8)))
rule('6.4', 'RST_STREAM of three bytes', 'connection FRAME_SIZE_ERROR', BODY, frame(RST_STREAM, 0, 1, bytes(3)))
rule('6.5', 'an acknowledgement with content', 'connection FRAME_SIZE_ERROR', frame(SETTINGS, ACK, 0, bytes(6)))
rule('6.5', 'SETTINGS of a stream', 'connection PROTOCOL_ERROR', frame(SETTINGS, 0, 1, b''))
rule('6.5', 'SETTINGS of seven bytes', 'connection FRAME_SIZE_ERROR', frame(SETTINGS, 0, 0, bytes(7)))
rule('6.5.2', 'ENABLE_PUSH of 2', 'connection PROTOCOL_ERROR', settings((2, 2)))
rule('6.5.2', 'a window above 2^31-1', 'connection FLOW_CONTROL_ERROR', settings((4, 1 << 31)))
rule('6.5.2', 'frames below 16,384', 'connection PROTOCOL_ERROR', settings((5, 16383)))
rule('6.5.2', 'frames above 2^24-1', 'connection PROTOCOL_ERROR', settings((5, 1 << 24)))
rule('6.6', 'PUSH_PROMISE', 'connection PROTOCOL_ERROR', frame(PUSH_PROMISE, END_HEADERS, 1, word(2) + BLOCK))
rule('6.7', 'an acknowledgement of no PING is ignored', 200, frame(PING, ACK, 0, bytes(8)), headers(1))
rule('6.7', 'PING of a stream', 'connection PROTOCOL_ERROR', frame(PING, 0, 1, bytes(8)))
rule('6.7', 'PING of six bytes', 'connection FRAME_SIZE_ERROR', frame(PING, 0, 0, bytes(6)))
rule('6.8', 'GOAWAY of a stream', 'connection PROTOCOL_ERROR', frame(GOAWAY, 0, 1, bytes(8)))
rule('6.8', 'GOAWAY of four bytes', 'connection FRAME_SIZE_ERROR', frame(GOAWAY, 0, 0, bytes(4)))
rule('6.8', 'GOAWAY leaves what was asked', 200, headers(1, request('/sleep.php?ms=100')), frame(GOAWAY, 0, 0, bytes(8)))
rule('6.9', 'WINDOW_UPDATE of 0 for the connection', 'connection PROTOCOL_ERROR', frame(WINDOW_UPDATE, 0, 0, word(0)))
rule('6.9', 'WINDOW_UPDATE of 0 for a stream', 'stream PROTOCOL_ERROR', BODY, frame(WINDOW_UPDATE, 0, 1, word(0)))
rule('6.9', 'WINDOW_UPDATE of three bytes', 'connection FRAME_SIZE_ERROR', frame(WINDOW_UPDATE, 0, 0, bytes(3)))
rule('6.9.1', 'a window above 2^31-1 for the connection', 'connection FLOW_CONTROL_ERROR', *[frame(WINDOW_UPDATE, 0, 0, word(2**31 - 1))] * 2)
rule('6.9.1', 'a window above 2^31-1 for a stream', 'stream FLOW_CONTROL_ERROR', BODY, *[frame(WINDOW_UPDATE, 0, 1, word(2**31 - 1))] * 2)
rule('6.9.2', 'a first window that makes a window too large', 'connection FLOW_CONTROL_ERROR', BODY,
     frame(WINDOW_UPDATE, 0, 1, word(2**31 - 1 - 65535)), settings((4, 65536)))
rule('6.10', 'CONTINUATION', 200, frame(HEADERS, 1, 1, BLOCK[:9]), frame(CONTINUATION, 0, 1, BLOCK[9:20]), frame(CONTINUATION, 4, 1, BLOCK[20:]))
rule('6.10', 'CONTINUATION without a stream', 'connection PROTOCOL_ERROR', frame(HEADERS, 1, 1, BLOCK), frame(CONTINUATION, 4, 0, b''))
rule('6.10', 'CONTINUATION after the end', 'connection PROTOCOL_ERROR', BODY, frame(CONTINUATION, END_HEADERS, 1, BLOCK))
rule('6.10', 'CONTINUATION after DATA', 'connection PROTOCOL_ERROR', BODY, frame(DATA, 0, 1, b'x'), frame(CONTINUATION, 4, 1, BLOCK))
rule('8.1', 'trailers', 200, BODY, frame(DATA, 0, 1, b'abc'), headers(1, [('x-sum', '1')]))
rule('8.1', 'trailers without the end of the stream', 'stream PROTOCOL_ERROR', BODY, headers(1, [('x-sum', '1')], END_HEADERS))
rule('8.1', 'trailers with a pseudo-field', 'stream PROTOCOL_ERROR', BODY, headers(1, [(':path', '/')]))
rule('8.1.1', 'a body longer than its length', 'stream PROTOCOL_ERROR', headers(1, [*POST, ('content-length', '1')], 4), frame(DATA, 1, 1, b'ab'))
rule('8.1.1', 'a body shorter than its length', 'stream PROTOCOL_ERROR', headers(1, [*POST, ('content-length', '3')], 4), frame(DATA, 1, 1, b'ab'))
rule('8.1.1', 'frames that add up to the length', 200, headers(1, [*POST, ('content-length', '3')], 4), frame(DATA, 0, 1, b'ab'), frame(DATA, 1, 1, b'c'))
rule('8.1.1', 'a length without a body', 'stream PROTOCOL_ERROR', headers(1, [*POST, ('content-length', '3')]))
rule('8.1.1', 'two lengths that differ', 'stream PROTOCOL_ERROR', headers(1, [*POST, ('content-length', '1'), ('content-length', '2')], 4))
rule('8.2', 'a name with capital letters', 'stream PROTOCOL_ERROR', fields(('X-Test', 'a')))
rule('8.2.1', 'a name with a blank', 'stream PROTOCOL_ERROR', fields(('x test', 'a')))
rule('8.2.1', 'a name with a colon', 'stream PROTOCOL_ERROR', fields(('x:test', 'a')))
rule('8.2.1', 'an empty name', 'stream PROTOCOL_ERROR', fields(('', 'a')))
rule('8.2.1', 'a value with a line end', 'stream PROTOCOL_ERROR', fields(('x-test', 'a\r\nb: c')))
rule('8.2.1', 'a value with a zero byte', 'stream PROTOCOL_ERROR', fields(('x-test', 'a\0')))
rule('8.2.1', 'a value that begins with a blank', 'stream PROTOCOL_ERROR', fields(('x-test', ' a')))
rule('8.2.2', 'connection', 'stream PROTOCOL_ERROR', fields(('connection', 'keep-alive')))
rule('8.2.2', 'transfer-encoding', 'stream PROTOCOL_ERROR', fields(('transfer-encoding', 'chunked')))
rule('8.2.2', 'upgrade', 'stream PROTOCOL_ERROR', fields(('upgrade', 'h2c')))
rule('8.2.2', 'te other than trailers', 'stream PROTOCOL_ERROR', fields(('te', 'gzip')))
rule('8.2.2', 'te: trailers', 200, fields(('te', 'trailers')))
rule('8.3', 'a pseudo-field behind a field', 'stream PROTOCOL_ERROR', headers(1, [('a', 'b'), *request()]))
rule('8.3', 'an unknown pseudo-field', 'stream PROTOCOL_ERROR', headers(1, [(':test', 'b'), *request()]))
rule('8.3', 'the pseudo-field of answers', 'stream PROTOCOL_ERROR', headers(1, [(':status', '200'), *request()]))
for name in ('method', 'scheme', 'path'):
    rule('8.3.1', f'no :{name}', 'stream PROTOCOL_ERROR', fields(**{name: None}))
    rule('8.3.1', f'an empty :{name}', 'stream PROTOCOL_ERROR', fields(**{name: ''}))
    rule('8.3.1', f':{name} twice', 'stream PROTOCOL_ERROR', headers(1, [*request(), (f':{name}', dict(request())[f':{name}'])]))
rule('8.3.1', 'a host in place of :authority', 200, fields(('host', 'x'), authority=None))
rule('8.3.1', 'neither :authority nor host', 'stream PROTOCOL_ERROR', fields(authority=None))
rule('8.3.1', 'a host that is not :authority', 'stream PROTOCOL_ERROR', fields(('host', 'evil')))
rule('8.3.1', 'a path that does not begin with a slash', 'stream PROTOCOL_ERROR', with_path('hello.php'))
rule('8.3.1', 'a path with a blank', 'stream PROTOCOL_ERROR', with_path('/hello.php HTTP/1.1'))
rule('8.5', 'CONNECT is not served', 501, headers(1, [(':method', 'CONNECT'), (':authority', 'x:80')]))
rule('8.5', 'CONNECT with a path', 'stream PROTOCOL_ERROR', fields(method='CONNECT'))
rule('10.5.1', 'a list of fields that is too large', 431, frame(HEADERS, 1, 1, BLOCK + block([('x', 'v' * 16000)])),
     *[frame(CONTINUATION, 0, 1, block([('x', 'v' * 15000)]))] * 3, frame(CONTINUATION, 4, 1, block([('x', 'v' * 100)] * 35)))
rule('10.5.1', 'a block without an end', 'connection ENHANCE_YOUR_CALM', frame(HEADERS, 1, 1, BLOCK), *[frame(CONTINUATION, 0, 1, b'')] * 70)
rule('10.5.1', 'a block that is too large', 'connection ENHANCE_YOUR_CALM', frame(HEADERS, 1, 1, BLOCK),
     *[frame(CONTINUATION, 0, 1, block([('x', 'v' * 16000)]))] * 5)
# RFC 7541.
BOMB = frame(HEADERS, 5, 1, BLOCK + b'\x40' + string('x') + string('v' * 3900) + b'\xbe' * 12000)
rule('H 2.3.3', 'an index beyond the tables', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, BLOCK + b'\xbe'))
rule('H 2.3.3', 'the index 0', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, BLOCK + b'\x80'))
rule('H 4.2', 'a table larger than it may be', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, b'\x3f\xe2\x1f' + BLOCK))
rule('H 4.2', 'a size of the table behind a field', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, BLOCK + b'\x20'))
rule('H 4.2', 'a smaller table', 200, frame(HEADERS, 5, 1, b'\x20' + BLOCK))
rule('H 5.2', 'padding of more than seven bits', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, BLOCK + b'\0\1a\x82\x1f\xff'))
rule('H 5.2', 'padding that is not ones', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, BLOCK + b'\0\1a\x81\x18'))
rule('H 5.2', 'the end of a text within it', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, BLOCK + b'\0\1a\x84\xff\xff\xff\xff'))
rule('H 5.1', 'a number that is too large', 'connection COMPRESSION_ERROR', frame(HEADERS, 5, 1, BLOCK + b'\xff\x80\x80\x80\x80\x80\x80\x01'))
rule('H 7.3', 'a bomb: few bytes for many', 431, BOMB)


def run_row(port, section, text, expected, sent):
    greet = not (sent and sent[0] is None)
    with Client(port, greet=greet) as c:
        for part in sent[0 if greet else 1:]:
            try:
                c.send(part)
            except ConnectionError:
                break
        if isinstance(expected, int):
            c.until(lambda: any(s.ended for s in c.streams.values()))
            found = next((s.status for s in c.streams.values() if s.ended), None)
            alive = c.is_alive()
        elif expected.startswith('stream'):
            c.until(lambda: any(s.reset for s in c.streams.values()))
            found = next((f'stream {s.reset}' for s in c.streams.values() if s.reset), c.goaway)
            alive = c.is_alive()
        else:
            c.until(lambda: False)
            found, alive = f'connection {c.goaway[1]}' if c.goaway else 'closed', c.closed
        assert (found, alive) == (expected, True), f'{section} {text}: {found}, not {expected}; goaway {c.goaway}, as wanted: {alive}'


# RFC 9112: what is sent, the status, and whether another request may follow. 0: closed without an answer.
H1 = b'GET /hello.php HTTP/1.1\r\nHost: x\r\n'
P1 = b'POST /echo.php HTTP/1.1\r\nHost: x\r\n'
CHUNKED = P1 + b'Transfer-Encoding: chunked\r\n\r\n'
FRAMING = [
    ('2.2', 'empty lines ahead of a request', b'\r\n\r\n' + H1 + b'\r\n', 200, True),
    ('2.2', 'lines that end in LF', H1.replace(b'\r', b'') + b'\n', 400, False),
    ('2.2', 'a CR within a line', H1 + b'A: b\rc\r\n\r\n', 400, False),
    ('2.2', 'a blank ahead of the first field', b'GET /hello.php HTTP/1.1\r\n Host: x\r\n\r\n', 400, False),
    ('2.3', 'a version of the future', b'GET /hello.php HTTP/3.0\r\nHost: x\r\n\r\n', 505, False),
    ('2.3', 'no version', b'GET /hello.php\r\n\r\n', 400, False),
    ('3', 'a request line with three blanks', b'GET /hello.php x HTTP/1.1\r\nHost: x\r\n\r\n', 400, False),
    ('3.1', 'a method that is no token', b'G(T /hello.php HTTP/1.1\r\nHost: x\r\n\r\n', 400, False),
    ('3.2', 'no host', b'GET /hello.php HTTP/1.1\r\n\r\n', 400, False),
    ('3.2', 'two hosts', H1 + b'Host: x\r\n\r\n', 400, False),
    ('3.2', 'a host that is none', b'GET /hello.php HTTP/1.1\r\nHost: a/b\r\n\r\n', 400, False),
    ('3.2.2', 'an absolute target', b'GET http://x/hello.php HTTP/1.1\r\nHost: y\r\n\r\n', 200, True),
    ('3.2.4', 'OPTIONS *', b'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 400, True),
    ('5', 'a target of 8,000 bytes', b'GET /hello.php?' + b'x' * 8000 + b' HTTP/1.1\r\nHost: x\r\n\r\n', 200, True),
    ('5', 'fields of more than 64 kB', H1 + b'A: ' + b'x' * 70000 + b'\r\n\r\n', 431, False),
    ('5', 'more than 200 fields', H1 + b'A: b\r\n' * 201 + b'\r\n', 431, False),
    ('5.1', 'a blank ahead of a colon', H1 + b'A : b\r\n\r\n', 400, False),
    ('5.1', 'a name that is no token', H1 + b'A(: b\r\n\r\n', 400, False),
    ('5.1', 'a line without a colon', H1 + b'Accept\r\n\r\n', 400, False),
    ('5.1', 'a value with a zero byte', H1 + b'A: \0\r\n\r\n', 400, False),
    ('5.2', 'a folded line', H1 + b'A: b\r\n c\r\n\r\n', 400, False),
    ('6.1', 'chunked in HTTP/1.0', b'POST /echo.php HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400, False),
    ('6.1', 'an unknown coding', P1 + b'Transfer-Encoding: gzip\r\n\r\n', 501, False),
    ('6.1', 'chunked that is not the last coding', P1 + b'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n', 501, False),
    ('6.1', 'chunked twice', P1 + b'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 501, False),
    ('6.1', 'an obscured coding', P1 + b'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n', 501, False),
    ('6.1', 'codings and a length', P1 + b'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400, False),
    ('6.1', 'Chunked in other letters', P1 + b'Transfer-Encoding: Chunked\r\n\r\n1\r\na\r\n0\r\n\r\n', 200, True),
    ('6.2', 'a length with a sign', P1 + b'Content-Length: +1\r\n\r\na', 400, False),
    ('6.2', 'a length in hexadecimal', P1 + b'Content-Length: 0x1\r\n\r\na', 400, False),
    ('6.2', 'an empty length', P1 + b'Content-Length: \r\n\r\n', 400, False),
    ('6.2', 'a length beyond 64 bits', P1 + b'Content-Length: 18446744073709551616\r\n\r\n', 400, False),
    ('6.3', 'two lengths that differ', P1 + b'Content-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400, False),
    ('6.3', 'a list of lengths', P1 + b'Content-Length: 1, 1\r\n\r\na', 400, False),
    ('6.3', 'the same length twice', P1 + b'Content-Length: 1\r\nContent-Length: 1\r\n\r\na', 200, True),
    ('6.3', 'no length, no body', P1 + b'\r\n', 200, True),
    ('7.1', 'chunks', CHUNKED + b'1\r\na\r\n02\r\nbc\r\n0\r\n\r\n', 200, True),
    ('7.1', 'an empty size', CHUNKED + b'\r\na\r\n0\r\n\r\n', 400, False),
    ('7.1', 'a size with a sign', CHUNKED + b'-1\r\na\r\n0\r\n\r\n', 400, False),
    ('7.1', 'a size that begins with 0x', CHUNKED + b'0x1\r\na\r\n0\r\n\r\n', 400, False),
    ('7.1', 'a size beyond 64 bits', CHUNKED + b'10000000000000001\r\na\r\n', 400, False),
    ('7.1', 'a size that ends in LF', CHUNKED + b'1\na\r\n0\r\n\r\n', 400, False),
    ('7.1', 'a chunk longer than its size', CHUNKED + b'1\r\nab\r\n0\r\n\r\n', 400, False),
    ('7.1', 'a chunk that ends in LF', CHUNKED + b'1\r\na\n0\r\n\r\n', 400, False),
    ('7.1.1', 'extensions of chunks', CHUNKED + b'1;a=b;c="d"\r\na\r\n0;e\r\n\r\n', 200, True),
    ('7.1.1', 'an extension without an end', CHUNKED + b'1;' + b'x' * 5000 + b'\r\na\r\n', 400, False),
    ('7.1.2', 'trailers', CHUNKED + b'1\r\na\r\n0\r\nX-Sum: 1\r\n\r\n', 200, True),
    ('7.1.2', 'trailers that end in LF', CHUNKED + b'0\r\nX-Sum: 1\n\r\n', 400, False),
    ('8', 'a body that is cut short', P1 + b'Content-Length: 9\r\n\r\nabc', 0, False),
    ('8', 'chunks that are cut short', CHUNKED + b'5\r\nabc', 0, False),
    ('9.3', 'HTTP/1.0 ends after its answer', b'GET /hello.php HTTP/1.0\r\n\r\n', 200, False),
    ('9.3', 'HTTP/1.0 with keep-alive', b'GET /hello.php HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', 200, True),
    ('9.6', 'Connection: close', H1 + b'Connection: close\r\n\r\n', 200, False),
]


def run_framing(port, section, text, sent, status, stays):
    with socket.create_connection(('127.0.0.1', port), timeout=10) as s:
        s.sendall(sent + (H1 + b'Connection: close\r\n\r\n' if stays else b''))
        if not stays:
            s.shutdown(socket.SHUT_WR)
        answer = b''
        try:
            answer = server.read_all(s)
        except ConnectionResetError:
            pass
        found = [int(part[:3]) for part in answer.split(b'HTTP/1.1 ')[1:]]
        wanted = [status] * (status > 0) + [200] * stays
        assert found == wanted, f'{section} {text}: {found}, not {wanted}'


@case
def the_rules_of_both_protocols():
    with server.serving('--workers', 2) as s:
        wrong = []
        for run, rows in ((run_row, ROWS), (run_framing, FRAMING)):
            for row in rows:
                try:
                    run(s.port, *row)
                    if TABLE:
                        print(f'| {row[0]} | {row[1]} | {row[2] if run is run_row else row[3]} |')
                except (AssertionError, OSError) as error:
                    wrong.append(str(error) or repr(row[:3]))
        print(f'    {len(ROWS)} rules of RFC 9113 and 7541, {len(FRAMING)} of RFC 9112, {len(wrong)} broken')
        assert not wrong, '\n' + '\n'.join(wrong)
        s.quick()


@case
def answers_come_side_by_side():
    with server.serving('--workers', 4) as s, Client(s.port) as c:
        c.send(headers(1, request('/sleep.php?ms=600')), headers(3), headers(5, request('/style.css')), headers(7, request('/nothing.txt/x')))
        order = []
        for number in (3, 5, 7, 1):
            order.append((c.answer(number).status, c.streams[1].ended if 1 in c.streams else False))
        assert order == [(200, False), (200, False), (404, False), (200, True)], order
        assert c.streams[3].body == b'hello' and c.streams[5].body.startswith(b'body {') and c.streams[1].body == b'slept'
        told = dict(c.streams[3].fields)
        assert told['content-length'] == '5' and 'connection' not in told and 'transfer-encoding' not in told, told
        assert c.get(9, method='HEAD').body == b'' and c.streams[9].status == 200
        told = json.loads(c.get(11, '/server.php?a=b', more=[('cookie', 'a=1'), ('cookie', 'b=2'), ('x-own', 'v')], authority='shop:8').body)
        wanted = {'SERVER_PROTOCOL': 'HTTP/2.0', 'HTTP_HOST': 'shop:8', 'QUERY_STRING': 'a=b', 'HTTP_COOKIE': 'a=1; b=2', 'HTTP_X_OWN': 'v'}
        assert {name: told.get(name) for name in wanted} == wanted, told


@case
def bodies_go_both_ways():
    with server.serving('--workers', 2) as s, Client(s.port) as c:
        whole = hashlib.md5(s.get('/large.php')[1]).hexdigest()
        assert hashlib.md5(c.get(1, '/large.php').body).hexdigest() == whole
        body = os.urandom(3 << 20)
        c.send(headers(3, request('/echo.php', 'POST', [('content-type', 'x/y')]), END_HEADERS))
        for at in range(0, len(body), 16384):
            c.send(frame(DATA, 0, 3, body[at:at + 16384]))
            # What may be sent is told by then, at the latest.
            if at % (64 << 10) == 0:
                assert c.is_alive()
        c.send(frame(DATA, END_STREAM, 3))
        assert c.answer(3).body == f'{len(body)} {hashlib.md5(body).hexdigest()} []'.encode()
        c.send(headers(5, request('/echo.php', 'POST', [('expect', '100-continue'), ('content-length', '3')]), END_HEADERS))
        assert c.until(lambda: 5 in c.streams and c.streams[5].informed)
        c.send(frame(DATA, END_STREAM, 5, b'abc'))
        assert b'3 900150983cd24fb0d6963f7d28e17f72' in c.answer(5).body
        c.send(headers(7, request('/echo.php', 'POST', [('content-length', '99999999999')]), END_HEADERS))
        assert c.answer(7).body.startswith(b'0 ') and c.is_alive()
        (s.root / 'file.bin').write_bytes(body)
        assert c.get(9, '/file.bin').body == body
        assert c.get(11, '/file.bin', more=[('range', 'bytes=5-9')]).body == body[5:10]


@case
def output_is_streamed_and_windows_are_kept():
    with server.serving('--workers', 2) as s:
        with Client(s.port) as c:
            c.send(headers(1, request('/stream.php')))
            start = time.monotonic()
            c.until(lambda: 1 in c.streams and c.streams[1].body)
            assert c.streams[1].body == b'first\n' and time.monotonic() - start < 0.5 and c.answer(1).body == b'first\nsecond\n'
        with Client(s.port, window=False) as c:
            c.send(settings((4, 1000)), headers(1, request('/large.php')), headers(3))
            assert c.until(lambda: len(c.streams.get(1, Stream()).body) == 1000) and c.answer(3).body == b'hello'
            assert c.is_alive() and len(c.streams[1].body) == 1000
            c.send(settings((4, 1500)))
            assert c.until(lambda: len(c.streams[1].body) == 1500) and c.is_alive()
            # A window below zero: what was sent already counts.
            c.send(settings((4, 0)), headers(5))
            c.until(lambda: c.acknowledged >= 4)
            c.send(frame(WINDOW_UPDATE, 0, 1, word(1600)))
            assert c.until(lambda: len(c.streams[1].body) == 1600) and c.is_alive() and len(c.streams[1].body) == 1600
            c.send(frame(WINDOW_UPDATE, 0, 1, word(1 << 30)))
            c.until(lambda: len(c.streams[1].body) + 5 >= 65535)
            assert c.is_alive() and len(c.streams[1].body) == 65535 - 5
            c.send(frame(RST_STREAM, 0, 1, word(8)), frame(WINDOW_UPDATE, 0, 0, word(99)), frame(WINDOW_UPDATE, 0, 5, word(3)))
            assert c.until(lambda: c.streams.get(5) and c.streams[5].body == b'hel') and c.is_alive()
        s.quick()


@case
def early_hints_come_before_the_answer():
    pages = {'hints.php': '<?php header("Link: </a.css>; rel=preload"); echo headers_send(103);'}
    with server.serving('--workers', 1, pages=pages) as s, Client(s.port) as c:
        answer = c.get(1, '/hints.php')
        assert answer.body == b'103' and dict(answer.informed[0])['link'] == '</a.css>; rel=preload', answer.informed


@case
def what_is_given_up_is_not_run():
    pages = {'count.php': '<?php file_put_contents(__DIR__ . "/count", "x", FILE_APPEND); usleep(20_000);'}
    with server.serving('--workers', 1, pages=pages) as s:
        # Rapid reset: requests that are given up at once, by the client or by what makes the server do it, for as long as it lets
        # them; others notice nothing.
        with server.Visitors(s) as others:
            for last_frame in (lambda n: frame(RST_STREAM, 0, n, word(8)), lambda n: frame(WINDOW_UPDATE, 0, n, word(0))) * 2:
                with Client(s.port) as c:
                    sent = 0
                    try:
                        for n in range(1, 20001, 2):
                            c.send(headers(n, request('/count.php')), last_frame(n))
                            sent += 1
                    except ConnectionError:
                        pass
                    c.until(lambda: False)
                    assert c.goaway and c.goaway[1] == 'ENHANCE_YOUR_CALM' and c.closed, (sent, c.goaway)
        others.check('rapid reset')
        # One runs whose end came with the next bytes that the server read.
        count = s.root / 'count'
        assert not count.exists() or len(count.read_text()) < 20
        count.unlink(missing_ok=True)
        with Client(s.port) as c:
            # Those that wait for a worker when they are given up.
            c.send(headers(1, request('/sleep.php?ms=700')))
            time.sleep(0.2)
            c.send(*(headers(n, request('/count.php')) for n in range(3, 103, 2)))
            assert c.is_alive()
            c.send(*(frame(RST_STREAM, 0, n, word(8)) for n in range(3, 101, 2)))
            assert c.answer(1).body == b'slept' and c.answer(101).status == 200
        assert count.read_text() == 'x'
        s.quick()


@case
def floods_end_the_connection():
    with server.serving('--workers', 1) as s:
        for name, flood in (('ping', frame(PING, 0, 0, bytes(8))), ('settings', settings((4, 1000))),
                            ('windows', frame(WINDOW_UPDATE, 0, 0, word(1))), ('unknown', frame(99)), ('empty data', frame(DATA, 0, 1)), ('priority', frame(PRIORITY, 0, 7, bytes(5))),
                            ('headers', None)):
            with Client(s.port) as c:
                c.send(headers(1, POST, END_HEADERS))
                try:
                    for n in range(60):
                        c.send(b''.join(headers(2 * (100 * n + i) + 3, [('bad', 'x')]) for i in range(100)) if flood is None else flood * 100)
                except ConnectionError:
                    pass
                c.until(lambda: False)
                # Pings that nobody takes the answers of may end it by the socket.
                assert c.closed and (c.goaway is None or c.goaway[1] == 'ENHANCE_YOUR_CALM'), (name, c.goaway)
                assert c.goaway or name in ('ping', 'settings'), name
        s.quick()


@case
def deadlines_hold():
    flags = ['--head-timeout', '1s', '--body-pause-timeout', '1s', '--idle-timeout', '1s', '--write-timeout', '1s']
    with server.serving('--workers', 2, *flags) as s:
        with Client(s.port, greet=False) as silent, Client(s.port) as idle, Client(s.port) as half, Client(s.port, window=False) as reader:
            half.send(frame(HEADERS, END_STREAM, 1, BLOCK))
            reader.send(headers(1, request('/large.php')))
            start = time.monotonic()
            with Client(s.port) as body:
                body.send(headers(1, POST, END_HEADERS), frame(DATA, 0, 1, b'a'))
                assert body.answer(1).status == 408 and body.is_alive()
            assert reader.answer(1).reset == 'CANCEL' and 60_000 < len(reader.streams[1].body) < 66_000
            for c in (silent, idle, half):
                c.until(lambda: False)
                assert c.closed, c
            assert idle.goaway[1] == 'NO_ERROR' and 1 < time.monotonic() - start < 8
        s.quick()


@case
def the_end_waits_for_answers():
    with server.serving('--workers', 2) as s, Client(s.port) as c:
        c.send(headers(1, request('/sleep.php?ms=1500')))
        c.until(lambda: c.acknowledged)
        time.sleep(0.3)
        s.process.send_signal(15)
        assert c.until(lambda: c.goaway) and c.answer(1).body == b'slept' and c.goaway[1] == 'NO_ERROR'
        c.until(lambda: False)
        assert c.closed and s.stop() == 0


@case
def compression_and_tls():
    with server.serving('--workers', 2, '--tls', 'self-signed', tls=True) as s, Client(s.port, tls=True) as c:
        answer = c.get(1, '/server.php', more=[('accept-encoding', 'gzip')])
        assert dict(answer.fields)['content-encoding'] == 'gzip' and dict(answer.fields)['vary'] == 'Accept-Encoding', answer.fields
        assert json.loads(__import__('gzip').decompress(answer.body))['HTTPS'] == 'on'
        assert len(c.get(3, '/large.php').body) == 20_000_000
        if has_curl():
            said = subprocess.check_output(['curl', '-sk', '--http2', '-w', ' %{http_version}', f'https://127.0.0.1:{s.port}/hello.php'])
            assert said == b'hello 2', said


@case
def many_requests_at_once():
    with server.serving('--workers', 2) as s:
        wrong = []

        def visit():
            with Client(s.port) as c:
                for turn in range(10):
                    numbers = range(turn * 100 + 1, turn * 100 + 101, 2)
                    c.send(*(headers(n, request('/hello.php' if n % 3 else '/style.css')) for n in numbers))
                    wrong.extend(n for n in numbers if c.answer(n).status != 200)
        threads = [threading.Thread(target=visit) for _ in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert not wrong, wrong


def has_curl():
    return shutil.which('curl') and 'HTTP2' in subprocess.check_output(['curl', '--version'], text=True)


@case
def other_clients_agree():
    with server.serving('--workers', 2) as s:
        url = f'http://127.0.0.1:{s.port}'
        if has_curl():
            said = subprocess.check_output(['curl', '-s', '--http2-prior-knowledge', '-w', ' %{http_version} %{http_code}', f'{url}/hello.php'])
            assert said == b'hello 2 200', said
            large = os.urandom(2 << 20)
            said = subprocess.run(['curl', '-s', '--http2-prior-knowledge', '-H', 'Content-Type: x/y', '--data-binary', '@-', f'{url}/echo.php'],
                                  input=large, capture_output=True).stdout
            assert said == f'{len(large)} {hashlib.md5(large).hexdigest()} []'.encode(), said
        if shutil.which('nghttp'):
            said = subprocess.check_output(['nghttp', '-v', f'{url}/hello.php', f'{url}/style.css', f'{url}/large.php'], text=True, errors='replace')
            assert said.count(':status: 200') == 3, said[-3000:]
        if shutil.which('h2load'):
            said = subprocess.check_output(['h2load', '-n', '5000', '-c', '10', '-m', '20', f'{url}/hello.php'], text=True)
            assert '5000 succeeded, 0 failed' in said, said


def main():
    global TABLE
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--table', action='store_true')
    parser.add_argument('filter', nargs='*')
    arguments = parser.parse_args()
    server.PHP, TABLE = php_words(arguments.php), arguments.table
    return server.run_cases(CASES, arguments.filter)


if __name__ == '__main__':
    sys.exit(main())
