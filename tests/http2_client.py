"""A small HTTP/2 client on the standard library: frames as they are, so that a test can send wrong ones.

HPACK is written without compression and read in full.
"""
import socket, ssl, struct

PREFACE = b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS, PADDED, HAS_PRIORITY = 1, 1, 4, 8, 32
CODES = ['NO_ERROR', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'FLOW_CONTROL_ERROR', 'SETTINGS_TIMEOUT', 'STREAM_CLOSED', 'FRAME_SIZE_ERROR',
         'REFUSED_STREAM', 'CANCEL', 'COMPRESSION_ERROR', 'CONNECT_ERROR', 'ENHANCE_YOUR_CALM', 'INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED']
# Bits of each symbol's code (RFC 7541, appendix B), from which the code follows.
LENGTHS = list(map(int, """
13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28 28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28 6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6 5 5 5 6
6 6 6 6 6 6 7 8 15 6 12 10 13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6 15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5 6 7 6 5 5 6 7 7 7
7 7 15 11 14 13 28 20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23 24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24 22 21 20 22 22 23 23 21 23 22
22 24 21 22 23 23 21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23 26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25 19 21 26 27 27 26 27 24 21 21
26 26 28 27 27 27 20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23 26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26 30""".split()))
STATIC = [tuple(line.split('=', 1)) if '=' in line else (line, '') for line in """
:authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|:status=204|:status=206|:status=304|
:status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate|accept-language|accept-ranges|accept|
access-control-allow-origin|age|allow|authorization|cache-control|content-disposition|content-encoding|content-language|content-length|
content-location|content-range|content-type|cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|
if-unmodified-since|last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|server|
set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate""".replace('\n', '').split('|')]


def codes():
    found, code, last = {}, 0, 0
    for length, symbol in sorted((length, symbol) for symbol, length in enumerate(LENGTHS)):
        code <<= length - last
        found[length, code] = symbol
        code, last = code + 1, length
    return found


SYMBOLS = codes()


def unpack(data):
    out, code, length = bytearray(), 0, 0
    for byte in data:
        for bit in range(7, -1, -1):
            code, length = code << 1 | byte >> bit & 1, length + 1
            if (length, code) in SYMBOLS:
                out.append(SYMBOLS[length, code])
                code = length = 0
    return bytes(out)


class Decoder:
    """The reading end of HPACK."""
    def __init__(self):
        self.table = []

    def read(self, data):
        fields, at = [], 0

        def number(bits):
            nonlocal at
            most = (1 << bits) - 1
            value, at = data[at] & most, at + 1
            shift = 0
            while value >= most and (shift == 0 or data[at - 1] & 128):
                value += (data[at] & 127) << shift
                shift, at = shift + 7, at + 1
            return value

        def text():
            nonlocal at
            packed = data[at] & 128
            length = number(7)
            part, at = data[at:at + length], at + length
            return (unpack(part) if packed else part).decode('latin-1')

        def entry(index):
            return STATIC[index - 1] if index <= 61 else self.table[index - 62]
        while at < len(data):
            first = data[at]
            if first & 128:
                fields.append(entry(number(7)))
            elif first & 0xe0 == 0x20:
                number(5)
            else:
                index = number(6 if first & 64 else 4)
                name = entry(index)[0] if index else text()
                fields.append((name, text()))
                if first & 64:
                    self.table.insert(0, fields[-1])
                    while sum(len(n) + len(v) + 32 for n, v in self.table) > 4096:
                        self.table.pop()
        return fields


def string(text):
    text = text if isinstance(text, bytes) else text.encode()
    return (bytes([len(text)]) if len(text) < 127 else b'\x7f' + varint(len(text) - 127)) + text


def varint(number):
    out = b''
    while number >= 128:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def block(fields):
    return b''.join(b'\0' + string(name) + string(value) for name, value in fields)


def frame(kind, flags=0, stream=0, content=b''):
    return struct.pack('>I', len(content))[1:] + bytes([kind, flags]) + struct.pack('>I', stream) + content


def settings(*pairs):
    return frame(SETTINGS, 0, 0, b''.join(struct.pack('>HI', name, value) for name, value in pairs))


def request(path='/hello.php', method='GET', more=(), authority='x'):
    return [(':method', method), (':scheme', 'http'), (':authority', authority), (':path', path), *more]


def headers(stream, fields=None, flags=END_STREAM | END_HEADERS):
    return frame(HEADERS, flags, stream, block(request() if fields is None else fields))


def word(number):
    return struct.pack('>I', number)


class Stream:
    def __init__(self):
        self.fields, self.informed, self.body, self.ended, self.reset, self.trailers = [], [], b'', False, None, []

    @property
    def status(self):
        return int(dict(self.fields).get(':status', 0))


class Client:
    """A connection. What comes is noted by stream."""
    def __init__(self, port, tls=False, greet=True, window=True, timeout=10):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=timeout)
        if tls:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.set_alpn_protocols(['h2'])
            self.socket = context.wrap_socket(self.socket)
            assert self.socket.selected_alpn_protocol() == 'h2'
        self.decoder, self.buffer, self.streams = Decoder(), b'', {}
        self.settings, self.goaway, self.pongs, self.closed, self.window = {}, None, 0, False, window
        self.acknowledged, self.pieces = 0, b''
        if greet:
            self.send(PREFACE + settings())

    def send(self, *frames):
        self.socket.sendall(b''.join(frames))

    def reply(self, answer):
        try:
            self.send(answer)
        except ConnectionError:
            pass  # What the server has said before it closed is still to be read.

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def receive(self):
        """Reads a frame; its kind, None at the end."""
        try:
            while len(self.buffer) < 9 or len(self.buffer) < 9 + int.from_bytes(self.buffer[:3]):
                part = self.socket.recv(1 << 16)
                if not part:
                    self.closed = True
                    return None
                self.buffer += part
        except ConnectionError:
            self.closed = True
            return None
        length, kind, flags = int.from_bytes(self.buffer[:3]), self.buffer[3], self.buffer[4]
        number, content = int.from_bytes(self.buffer[5:9]) & 0x7fffffff, self.buffer[9:9 + length]
        self.buffer = self.buffer[9 + length:]
        assert length <= 16384, length
        stream = self.streams.setdefault(number, Stream()) if number else None
        if kind == DATA:
            assert not stream.ended
            stream.body += content
            stream.ended |= bool(flags & END_STREAM)
            if self.window and content:
                self.reply(frame(WINDOW_UPDATE, 0, 0, word(len(content))))
                if not stream.ended:
                    self.reply(frame(WINDOW_UPDATE, 0, number, word(len(content))))
        elif kind in (HEADERS, CONTINUATION):
            self.pieces += content
            stream.ended |= kind == HEADERS and bool(flags & END_STREAM)
            if flags & END_HEADERS:
                fields, self.pieces = self.decoder.read(self.pieces), b''
                if dict(fields)[':status'].startswith('1'):
                    stream.informed.append(fields)
                else:
                    stream.fields = fields
        elif kind == RST_STREAM:
            stream.reset = CODES[int.from_bytes(content)]
        elif kind == SETTINGS and flags & ACK:
            self.acknowledged += 1
        elif kind == SETTINGS:
            self.settings.update(struct.iter_unpack('>HI', content))
            self.reply(frame(SETTINGS, ACK))
        elif kind == PING and flags & ACK:
            self.pongs += 1
        elif kind == GOAWAY:
            self.goaway = (int.from_bytes(content[:4]), CODES[int.from_bytes(content[4:8])])
        return kind

    def until(self, condition):
        """Reads until something is so, or the connection ends; whether it is so."""
        while not condition() and self.receive() is not None:
            pass
        return bool(condition())

    def answer(self, number):
        self.until(lambda: number in self.streams and (self.streams[number].ended or self.streams[number].reset))
        return self.streams.get(number) or Stream()

    def get(self, number, path='/hello.php', **how):
        self.send(headers(number, request(path, **how)))
        return self.answer(number)

    def is_alive(self):
        """Whether the connection answers a ping."""
        before = self.pongs
        try:
            self.send(frame(PING, 0, 0, b'12345678'))
        except OSError:
            return False
        return self.until(lambda: self.pongs > before)
