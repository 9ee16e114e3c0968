"""Peers that misbehave: a server between the extension and a node that spoils answers, and a client that sends a node what
no client would. Used by tests/aerospike.py; each function gives whether all was well, and prints what was not."""
import json, random, socket, struct, subprocess, threading, time, zlib

HEAD = struct.Struct('>BBBBBBIIIHH')

def message(body, kind=3, version=2, size=None):
    return struct.pack('>BB', version, kind) + (len(body) if size is None else size).to_bytes(6, 'big') + body


def answer(code=0, fields=0, ops=0, body=b'', size=22, info3=0):
    return HEAD.pack(size, 0, 0, info3, 0, code, 1, 0, 0, fields, ops) + body


def op(value, particle=1, name=b'v', size=None):
    return struct.pack('>IBBBB', 4 + len(name) + len(value) if size is None else size, 1, particle, 0, len(name)) + name + value


def bomb(announced):
    """A compressed message of hundreds of megabytes of nothing."""
    packer = zlib.compressobj(9)
    packed = b''.join(packer.compress(bytes(1 << 20)) for _ in range(300)) + packer.flush()
    return message(announced.to_bytes(8, 'big') + packed, kind=4)


# What is sent in place of an answer: bytes, or what is done. With each, the codes that a `get` may have.
ANSWERS = {
    'closing': (None, {-10}),
    'truncated prefix': (b'\x02\x03\0\0', {-10}),
    'truncated head': (message(answer())[:20], {-10}),
    'truncated value': (message(answer(ops=1, body=op(bytes(8))))[:-3], {-10}),
    'another version': (message(answer(), version=9), {-1}),
    'another kind': (message(b'what\tthis\n', kind=1), {-1}),
    'no such kind': (message(answer(), kind=77), {-1}),
    'oversized': (message(b'', size=(1 << 48) - 1), {-1}),
    'announced only': (message(answer(), size=100 << 20), {-10}),
    'empty': (message(b''), {-1}),
    'head of another size': (message(answer(size=5)), {-1}),
    'head beyond the end': (message(answer(size=255)), {-1}),
    'fields that are not there': (message(answer(fields=9)), {-1}),
    'operations that are not there': (message(answer(ops=65535)), {-1}),
    'an operation beyond the end': (message(answer(ops=1, body=op(bytes(8), size=1 << 31))), {-1}),
    'an operation too small': (message(answer(ops=1, body=struct.pack('>I', 1) + b'x')), {-1}),
    'a number of three bytes': (message(answer(ops=1, body=op(b'abc'))), {-1}),
    'a list that is none': (message(answer(ops=1, body=op(b'\xdd\xff\xff\xff\xff', 20))), {-1}),
    'a map of lists': (message(answer(ops=1, body=op(b'\x81\x90\x90', 19))), {-1}),
    'lists without end': (message(answer(ops=1, body=op(b'\x91' * 100000, 20))), {-1}),
    'no text of serialize()': (message(answer(ops=1, body=op(b'O:99:"x":1:{', 11))), {-1}),
    'bytes of no known kind': (message(answer(ops=1, body=op(b'x', 99))), {-1}),
    'no GeoJSON': (message(answer(ops=1, body=op(b'\0\0\0{nonsense', 23))), {-1}),
    'a code that is none': (message(answer(code=255)), {255}),
    'two answers': (message(answer()) * 2, {-1}),
    'compressed rubbish': (message(b'\0' * 50, kind=4), {-1}),
    'compressed within compressed': (message((60).to_bytes(8, 'big') + zlib.compress(message(bytes(52), kind=4)), kind=4), {-1}),
    'a bomb that says so': (bomb(300 << 20), {-1}),
    'a bomb that does not': (bomb(100), {-1}),
    'silence': ('silence', {9}),
    'a byte now and then': ('dribble', {9}),
}


class Spoiler:
    """Hands everything on to a node, but answers messages about records as it is told to."""

    def __init__(self, port):
        self.node, self.how = port, b''
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.sent = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        node = socket.create_connection(('127.0.0.1', self.node))
        try:
            while request := self.take(client):
                self.sent += len(request)
                if request[1] == 3 and self.how != b'':
                    return self.spoil(client)
                node.sendall(request)
                client.sendall(self.take(node))
        except OSError:
            pass
        finally:
            client.close()
            node.close()

    @staticmethod
    def take(stream):
        whole = b''
        while len(whole) < 8 or len(whole) < 8 + int.from_bytes(whole[2:8], 'big'):
            part = stream.recv(65536)
            if not part:
                return b''
            whole += part
        return whole

    def spoil(self, client):
        if self.how == 'silence':
            time.sleep(3)
        elif self.how == 'dribble':
            for byte in message(bytes(2000)):
                client.sendall(bytes([byte]))
                time.sleep(0.02)
        elif self.how is not None:
            client.sendall(self.how)


# For each line that comes: a get, a put and a scan; their statuses, the longest time of one, and the most memory of the process.
SCRIPT = '''
$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false, [Aerospike::OPT_READ_TIMEOUT => 500, Aerospike::OPT_WRITE_TIMEOUT => 500]);
$key = $db->initKey('test', 'hostile', 1);
while (fgets(STDIN) !== false) {
    $status = []; $longest = 0;
    foreach ([fn () => $db->get($key, $record), fn () => $db->put($key, ['v' => 1]), fn () => $db->getMany([$key], $records), fn () => $db->operate($key, [['op' => 1, 'bin' => 'v']], $r),
        fn () => $db->scan('test', 'hostile', fn () => true, null, [Aerospike::OPT_TOTAL_TIMEOUT => 500])] as $act) {
        $start = microtime(true);
        $status[] = @$act();
        $longest = max($longest, microtime(true) - $start);
    }
    preg_match('/VmHWM:\\s+(\\d+)/', file_get_contents('/proc/self/status'), $memory);
    echo json_encode([$status, $longest, (int) $memory[1] >> 10]), "\\n";
}
'''


def server(phant, port):
    """A server that spoils answers: codes, in time, within bounds, and all is well as soon as the server is."""
    spoiler = Spoiler(port)
    client = subprocess.Popen([phant, '-r', SCRIPT, '--', str(spoiler.port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    is_right = True

    def ask():
        client.stdin.write('\n')
        client.stdin.flush()
        line = client.stdout.readline()
        if not line:
            raise SystemExit(f'the client is gone: {client.wait()}')
        return json.loads(line)

    first = ask()
    most = first[2]
    for name, (how, codes) in ANSWERS.items():
        spoiler.how = how
        status, longest, memory = ask()
        spoiler.how = b''
        after = ask()
        most = max(most, memory, after[2])
        good = status[0] in codes and longest < 4 and memory < first[2] + 200 and not any(after[0])
        if not good:
            is_right = False
            print(f'hostile server, {name}: {status} in {longest:.1f} s with {memory} MB; afterwards {after[0]}')
    client.stdin.close()
    print(f'hostile server: {len(ANSWERS)} kinds of answers, {most} MB at most, {first[2]} MB before')
    return is_right and client.wait() == 0


def memory(process):
    with open(f'/proc/{process}/status') as status:
        return int(next(line for line in status if line.startswith('VmRSS')).split()[1]) >> 10


def requests(generator):
    """Messages that clients send, and what is left of them when bytes are changed."""
    digest, key = bytes(range(20)), b'test'
    field = lambda kind, value: struct.pack('>IB', len(value) + 1, kind) + value
    about = field(0, key) + field(1, b'hostile') + field(4, digest)
    batch = field(0, key) + field(41, struct.pack('>IB', 1 << 31, 5) + b'\0' * 200)
    seeds = [
        message(HEAD.pack(22, 3, 0, 0, 0, 0, 0, 0, 0, 3, 0) + about),
        message(HEAD.pack(22, 0, 1, 0, 0, 0, 0, 0, 0, 3, 1) + about + op(b'\x93\x01\x02\x03', 20)),
        message(HEAD.pack(22, 0, 1, 0, 0, 0, 0, 0, 0, 3, 1) + about + struct.pack('>IBBBB', 9, 4, 4, 0, 1) + b'v' + b'\x92\x01\x05' + b'\0'),
        message(HEAD.pack(22, 9, 0, 0, 0, 0, 0, 0, 0, 2, 0) + batch),
        message(HEAD.pack(22, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0) + field(0, key) + field(11, b'\0\0' * 5000)),
        message(HEAD.pack(22, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0) + about + field(43, b'\x93\x01\x93\x51\x02\xa1v\x01')),
        message(b'node\nreplicas\nsets/test\nsindex-create:ns=test;indexname=i;bin=v;type=numeric\n', kind=1),
        message((100).to_bytes(8, 'big') + zlib.compress(message(bytes(92))), kind=4),
        message(bytes(16), kind=2),
    ]
    while True:
        whole = bytearray(generator.choice(seeds))
        for _ in range(generator.randrange(1, 8)):
            at = generator.randrange(len(whole))
            match generator.randrange(4):
                case 0:
                    whole[at] = generator.randrange(256)
                case 1:
                    del whole[at:at + generator.randrange(1, 9)]
                case 2:
                    whole[at:at] = generator.randbytes(generator.randrange(1, 30))
                case _:
                    whole[at:at + 4] = b'\xff' * 4
            if not whole:
                whole = bytearray(b'\0')
        # Mostly the prefix is right, so that what is inside is read.
        if generator.random() < 0.9 and len(whole) > 8:
            whole[:8] = message(whole[8:], kind=whole[1] if whole[1] in (1, 2, 3, 4) else 3)[:8]
        yield bytes(whole)


def client(process, port, count=20000):
    """A client that sends what no client would; others are served meanwhile, and memory stays within bounds."""
    generator, before = random.Random(7), memory(process)
    silent = [socket.create_connection(('127.0.0.1', port)) for _ in range(300)]
    for at, stream in enumerate(silent):
        stream.sendall((message(b'x' * 50, size=127 << 20) if at % 2 else b'\x02\x03\0'))
    most, stream = 0, None
    stream_of = requests(generator)
    for number in range(count):
        if stream is None:
            stream = socket.create_connection(('127.0.0.1', port))
            stream.settimeout(0.05)
        try:
            stream.sendall(next(stream_of))
            if not stream.recv(65536):
                stream = None
        except TimeoutError:
            stream.close()
            stream = None
        except OSError:
            stream = None
        if number % 500 == 0:
            most = max(most, memory(process))
    good = socket.create_connection(('127.0.0.1', port))
    good.settimeout(5)
    good.sendall(message(b'node\n', kind=1))
    is_right = good.recv(1000)[8:13] == b'node\t' and most < before + 200
    [stream.close() for stream in silent]
    for _ in range(100):
        good.sendall(message(b'statistics\n', kind=1))
        open_now = int(good.recv(4000).split(b'client_connections=')[1].split(b';')[0])
        if open_now < 20:
            break
        time.sleep(0.05)
    is_right = is_right and open_now < 20
    print(f'hostile client: {count} messages, {most} MB at most, {before} MB before, {open_now} connections are left')
    return is_right
