"""The same worker with the official Python client: worker.py HOST PORT OPERATIONS WRITE_EVERY LOG"""
import os, sys, time
import aerospike

host, port, operations, every, log = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
client = aerospike.client({'hosts': [(host, port)]}).connect()
key = ('test', 'rw-performance', os.getpid())
reads = writes = 0
start = time.time()
client.put(key, {'v': 0})
writes += 1
for i in range(1, operations):
    if every > 0 and i % every == 0:
        client.put(key, {'v': i})
        writes += 1
    else:
        client.get(key)
        reads += 1
seconds = time.time() - start
with open(log, 'a') as out:
    out.write('|'.join(map(str, [os.getpid(), operations, seconds, operations / seconds, reads, 0, writes, 0])) + '\n')
