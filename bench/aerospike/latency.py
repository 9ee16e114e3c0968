"""How long operations of the official Python client take: latency.py HOST:PORT OPERATIONS WRITE_EVERY, with the output of
latency.php."""
import os, sys, time
import aerospike

host, port = sys.argv[1].split(':')
operations, every = int(sys.argv[2]), int(sys.argv[3])
client = aerospike.client({'hosts': [(host, int(port))]}).connect()
key = ('test', 'rw-performance', os.getpid())


def single():
    times = []
    start = time.perf_counter_ns()
    for i in range(operations):
        before = time.perf_counter_ns()
        if i == 0 or every > 0 and i % every == 0:
            client.put(key, {'v': i})
        else:
            client.get(key)
        times.append(time.perf_counter_ns() - before)
    return times, (time.perf_counter_ns() - start) / 1e9


def runs():
    times, i = [], 0
    while i < operations:
        before = time.perf_counter_ns()
        for i in range(i, i + 50):
            if every > 0 and i % every == 0:
                client.put(key, {'v': i})
            else:
                client.get(key)
        i += 1
        times.append(time.perf_counter_ns() - before)
    return sorted(times)


times, seconds = single()
times.sort()
run = runs()
print(f'{operations / seconds:.0f} {times[(operations - 1) // 2] / 1000:.3f} {times[int((operations - 1) * 0.99)] / 1000:.3f} {50e9 / run[len(run) // 2]:.0f}')
