"""The official Python client against a node: `python_client.py PORT`. A client that was not written here is what proves that
the node speaks the protocol. Prints each check that fails and "N passed, N failed"."""
import sys
import warnings

import aerospike
from aerospike import exception as ex, predicates
from aerospike_helpers import cdt_ctx
from aerospike_helpers import expressions as e
from aerospike_helpers.batch import records as br
from aerospike_helpers.operations import expression_operations as eo, list_operations as lo, map_operations as mo, operations as op

warnings.simplefilter('ignore')
client = aerospike.client({'hosts': [('127.0.0.1', int(sys.argv[1]))]}).connect()
passed = failed = 0


def check(name, got, want):
    global passed, failed
    if typed(got) == typed(want):
        passed += 1
    else:
        failed += 1
        print(f'{name}: got {got!r}, expected {want!r}')


def typed(value):
    """A value in which 1, 1.0 and True differ, and the order of a map's keys does not matter."""
    if isinstance(value, dict):
        return 'map', sorted((repr(typed(k)), typed(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [typed(each) for each in value]
    return type(value).__name__, repr(value)


def refused(name, error, call):
    try:
        result = call()
    except error:
        check(name, True, True)
    except ex.AerospikeError as other:
        check(name, type(other).__name__, error.__name__)
    else:
        check(name, result, error.__name__)


def key(name, set='demo'):
    return 'test', set, name


def fresh(name, bins):
    try:
        client.remove(key(name))
    except ex.RecordNotFound:
        pass
    client.put(key(name), bins)
    return key(name)


def bins(k):
    return client.get(k)[2]


def operate(k, *ops):
    return client.operate(k, list(ops))[2]


def ordered(k, *ops):
    return [value for _, value in client.operate_ordered(k, list(ops))[2]]


def records():
    everything = {'i': -2**63, 'j': 2**63 - 1, 's': 'grün', 'd': -0.125, 't': True, 'f': False, 'b': b'\x00\xff',
                  'l': [1, 'a', b'b', 2.5, None, True, [], {}, [[{}]]], 'm': {'a': 1, 2: 'b', b'c': [1], 'n': {'x': {'y': 1.5}}},
                  'e': [], 'o': {}, 'g': aerospike.GeoJSON({'type': 'Point', 'coordinates': [1.5, 2]})}
    k = fresh('all', everything)
    got = bins(k)
    check('geo', got.pop('g').dumps(), everything.pop('g').dumps())
    check('all types', got, everything)
    for n in (20, 300, 70_000):
        k = fresh('long', {'l': list(range(-n, n)), 's': 'x' * n, 'm': {i: str(i) for i in range(n)}})
        check(f'long {n}', bins(k), {'l': list(range(-n, n)), 's': 'x' * n, 'm': {i: str(i) for i in range(n)}})
    k = fresh('policies', {'a': 1})
    check('generation', client.get(k)[1]['gen'], 1)
    client.put(k, {'b': 2})
    check('generation after', client.get(k)[1]['gen'], 2)
    refused('create', ex.RecordExistsError, lambda: client.put(k, {'a': 1}, policy={'exists': aerospike.POLICY_EXISTS_CREATE}))
    refused('update', ex.RecordNotFound, lambda: client.put(key('none'), {'a': 1}, policy={'exists': aerospike.POLICY_EXISTS_UPDATE}))
    refused('generation', ex.RecordGenerationError, lambda: client.put(k, {'a': 1}, {'gen': 9}, {'gen': aerospike.POLICY_GEN_EQ}))
    client.put(k, {'c': 3}, policy={'exists': aerospike.POLICY_EXISTS_CREATE_OR_REPLACE})
    check('replace', bins(k), {'c': 3})
    client.put(k, {'c': aerospike.null(), 'd': 1})
    check('null', bins(k), {'d': 1})
    client.put(k, {'d': 1}, {'ttl': 1000})
    check('ttl', 990 < client.get(k)[1]['ttl'] <= 1000, True)
    client.touch(k, 50)
    check('touch', 40 < client.get(k)[1]['ttl'] <= 50, True)
    client.put(k, {'d': 1}, {'ttl': aerospike.TTL_NEVER_EXPIRE})
    check('never', client.get(k)[1]['ttl'], 2**32 - 1)
    client.remove(k)
    refused('gone', ex.RecordNotFound, lambda: client.get(k))
    refused('removed', ex.RecordNotFound, lambda: client.remove(k))
    check('exists', client.exists(key('none'))[1], None)
    refused('namespace', ex.NamespaceNotFound, lambda: client.get(('other', 's', 1)))
    client.put(key(5), {'n': 'int'}, policy={'key': aerospike.POLICY_KEY_SEND})
    check('int key', bins(key(5)), {'n': 'int'})
    k = fresh('ops', {'n': 1, 's': 'b', 'd': 1.5})
    client.increment(k, 'n', 41)
    client.append(k, 's', 'c')
    client.prepend(k, 's', 'a')
    check('increment', bins(k), {'n': 42, 's': 'abc', 'd': 1.5})
    check('operate', operate(k, op.increment('n', -2), op.increment('d', 0.5), op.append('new', 'x'), op.read('n'), op.read('d'), op.read('new')),
          {'n': 40, 'd': 2.0, 'new': 'x'})
    check('operate write and read', operate(k, op.write('w', [1]), op.read('w'), op.touch()), {'w': [1]})
    refused('type', ex.BinIncompatibleType, lambda: client.append(k, 'n', 'x'))
    client.remove_bin(k, ['w', 'new'])
    check('remove bin', sorted(bins(k)), ['d', 'n', 's'])
    operate(k, op.delete())
    check('delete', client.exists(k)[1], None)


def lists():
    k = fresh('list', {'l': [3, 1, 2]})
    check('append', ordered(k, lo.list_append('l', 5), lo.list_append_items('l', [7, 8]), lo.list_size('l')), [4, 6, 6])
    check('insert', ordered(k, lo.list_insert('l', 0, 'x'), lo.list_insert_items('l', -1, ['y', 'z']), lo.list_get('l', 0)), [7, 9, 'x'])
    check('list', bins(k)['l'], ['x', 3, 1, 2, 5, 7, 'y', 'z', 8])
    check('pop', ordered(k, lo.list_pop('l', 0), lo.list_pop_range('l', -3, 2), lo.list_remove('l', -1)), ['x', ['y', 'z'], 1])
    check('trim', ordered(k, lo.list_trim('l', 1, 3), lo.list_set('l', 1, 9), lo.list_get_range('l', 0, 10)), [2, [1, 9, 5]])
    check('increment', ordered(k, lo.list_increment('l', 0, 4), lo.list_sort('l'), lo.list_get_range('l', 0, 3)), [5, [5, 5, 9]])
    check('drop duplicates', ordered(k, lo.list_sort('l', aerospike.LIST_SORT_DROP_DUPLICATES), lo.list_get_range('l', 0, 9)), [[5, 9]])
    refused('index', ex.OpNotApplicable, lambda: operate(k, lo.list_get('l', 9)))
    R = aerospike
    k = fresh('list', {'l': [4, 2, 4, 'a', 1.5, 3]})
    check('by value', ordered(k, lo.list_get_by_value('l', 4, R.LIST_RETURN_INDEX), lo.list_get_by_value('l', 4, R.LIST_RETURN_COUNT),
          lo.list_get_by_value('l', 4, R.LIST_RETURN_REVERSE_INDEX)), [[0, 2], 2, [5, 3]])
    check('by rank', ordered(k, lo.list_get_by_rank('l', 0, R.LIST_RETURN_VALUE), lo.list_get_by_rank('l', -1, R.LIST_RETURN_VALUE),
          lo.list_get_by_rank_range('l', 0, R.LIST_RETURN_VALUE, 2)), [2, 1.5, [2, 3]])
    check('by index', ordered(k, lo.list_get_by_index('l', 3, R.LIST_RETURN_VALUE), lo.list_get_by_index('l', 5, R.LIST_RETURN_RANK),
          lo.list_get_by_index_range('l', -2, R.LIST_RETURN_VALUE)), ['a', 1, [1.5, 3]])
    check('by interval', ordered(k, lo.list_get_by_value_range('l', R.LIST_RETURN_VALUE, 3, 5),
          lo.list_get_by_value_range('l', R.LIST_RETURN_VALUE, 3, 5, inverted=True)), [[4, 4, 3], [2, 'a', 1.5]])
    check('by list', ordered(k, lo.list_get_by_value_list('l', [2, 'a', 'zz'], R.LIST_RETURN_INDEX)), [[1, 3]])
    check('relative', ordered(k, lo.list_get_by_value_rank_range_relative('l', 3, 0, R.LIST_RETURN_VALUE, 2)), [[3, 4]])
    check('remove by', ordered(k, lo.list_remove_by_value('l', 4, R.LIST_RETURN_COUNT), lo.list_remove_by_rank('l', 0, R.LIST_RETURN_VALUE),
          lo.list_remove_by_index('l', 0, R.LIST_RETURN_VALUE)), [2, 2, 'a'])
    check('left', bins(k), {'l': [1.5, 3]})
    order = {'list_order': aerospike.LIST_ORDERED, 'write_flags': aerospike.LIST_WRITE_ADD_UNIQUE}
    k = fresh('list', {'x': 1})
    check('ordered', ordered(k, lo.list_append_items('l', [5, 1, 3], order), lo.list_append('l', 2, order), lo.list_get_range('l', 0, 9)), [3, 4, [1, 2, 3, 5]])
    refused('unique', ex.ElementExistsError, lambda: operate(k, lo.list_append('l', 2, order)))
    no_fail = {'write_flags': aerospike.LIST_WRITE_ADD_UNIQUE | aerospike.LIST_WRITE_NO_FAIL | aerospike.LIST_WRITE_PARTIAL}
    check('partial', ordered(k, lo.list_append_items('l', [2, 9], no_fail), lo.list_get_range('l', 0, 9)), [5, [1, 2, 3, 5, 9]])
    check('clear', ordered(k, lo.list_clear('l'), lo.list_size('l'))[-1], 0)
    k = fresh('list', {'l': [[1, [2, 3]], {'m': [9]}]})
    ctx = [cdt_ctx.cdt_ctx_list_index(0), cdt_ctx.cdt_ctx_list_index(-1)]
    check('nested', ordered(k, lo.list_append('l', 4, ctx=ctx), lo.list_size('l', ctx=ctx)), [3, 3])
    ctx = [cdt_ctx.cdt_ctx_list_index(1), cdt_ctx.cdt_ctx_map_key('m')]
    check('nested in a map', ordered(k, lo.list_append('l', 8, ctx=ctx)), [2])
    check('nested list', bins(k)['l'], [[1, [2, 3, 4]], {'m': [9, 8]}])
    refused('no such step', ex.OpNotApplicable, lambda: operate(k, lo.list_append('l', 1, ctx=[cdt_ctx.cdt_ctx_list_index(7)])))
    refused('no list', ex.BinIncompatibleType, lambda: operate(fresh('n', {'l': 1}), lo.list_append('l', 1)))


def maps():
    R = aerospike
    k = fresh('map', {'m': {'b': 2, 'a': 3, 'c': 1}})
    check('put', ordered(k, mo.map_put('m', 'd', 0), mo.map_put_items('m', {'e': 5, 'a': 4}), mo.map_size('m')), [4, 5, 5])
    check('get', ordered(k, mo.map_get_by_key('m', 'a', R.MAP_RETURN_VALUE), mo.map_get_by_key('m', 'a', R.MAP_RETURN_INDEX),
          mo.map_get_by_key('m', 'a', R.MAP_RETURN_RANK), mo.map_get_by_key('m', 'zz', R.MAP_RETURN_VALUE)), [4, 0, 3, None])
    check('range', ordered(k, mo.map_get_by_key_range('m', 'b', 'd', R.MAP_RETURN_KEY), mo.map_get_by_value_range('m', 1, 4, R.MAP_RETURN_KEY),
          mo.map_get_by_key_list('m', ['a', 'zz', 'c'], R.MAP_RETURN_VALUE)), [['b', 'c'], ['b', 'c'], [4, 1]])
    check('rank', ordered(k, mo.map_get_by_rank('m', 0, R.MAP_RETURN_KEY), mo.map_get_by_rank_range('m', -2, 2, R.MAP_RETURN_KEY),
          mo.map_get_by_index('m', -1, R.MAP_RETURN_VALUE), mo.map_get_by_index_range('m', 1, 2, R.MAP_RETURN_KEY)), ['d', ['a', 'e'], 5, ['b', 'c']])
    check('key and value', ordered(k, mo.map_get_by_rank_range('m', 0, 2, R.MAP_RETURN_KEY_VALUE)), [['d', 0, 'c', 1]])
    check('value', ordered(k, mo.map_get_by_value('m', 2, R.MAP_RETURN_KEY), mo.map_get_by_value_list('m', [1, 5], R.MAP_RETURN_KEY)), [['b'], ['c', 'e']])
    check('relative', ordered(k, mo.map_get_by_key_index_range_relative('m', 'b', 1, R.MAP_RETURN_KEY, 2),
          mo.map_get_by_value_rank_range_relative('m', 2, 0, R.MAP_RETURN_KEY, 2)), [['c', 'd'], ['b', 'a']])
    check('count', ordered(k, mo.map_get_by_key_range('m', 'a', 'c', R.MAP_RETURN_COUNT)), [2])
    check('increment', ordered(k, mo.map_increment('m', 'a', 6), mo.map_decrement('m', 'new', 2)), [10, -2])
    check('remove', ordered(k, mo.map_remove_by_key('m', 'a', R.MAP_RETURN_VALUE), mo.map_remove_by_key_list('m', ['b', 'q'], R.MAP_RETURN_COUNT),
          mo.map_remove_by_value('m', 5, R.MAP_RETURN_KEY), mo.map_remove_by_rank('m', 0, R.MAP_RETURN_KEY),
          mo.map_remove_by_index('m', 0, R.MAP_RETURN_KEY)), [10, 1, ['e'], 'new', 'c'])
    check('left', bins(k), {'m': {'d': 0}})
    policy = {'map_order': R.MAP_KEY_ORDERED, 'map_write_flags': R.MAP_WRITE_FLAGS_CREATE_ONLY}
    k = fresh('map', {'x': 1})
    check('ordered', ordered(k, mo.map_put_items('m', {3: 'c', 1: 'a', 2: 'b'}, policy), mo.map_get_by_index_range('m', 0, 5, R.MAP_RETURN_KEY)), [3, [1, 2, 3]])
    refused('create only', ex.ElementExistsError, lambda: operate(k, mo.map_put('m', 1, 'z', policy)))
    refused('update only', ex.ElementNotFoundError, lambda: operate(k, mo.map_put('m', 9, 'z', {'map_write_flags': R.MAP_WRITE_FLAGS_UPDATE_ONLY})))
    check('order', ordered(k, mo.map_set_policy('m', {'map_order': R.MAP_UNORDERED}), mo.map_clear('m'), mo.map_size('m'))[-1], 0)
    k = fresh('map', {'m': {'a': {'b': {'c': 1}}}})
    ctx = [cdt_ctx.cdt_ctx_map_key('a'), cdt_ctx.cdt_ctx_map_key('b')]
    check('nested', ordered(k, mo.map_put('m', 'd', 2, ctx=ctx), mo.map_size('m', ctx=ctx)), [2, 2])
    ctx = [cdt_ctx.cdt_ctx_map_key_create('n', R.MAP_KEY_ORDERED), cdt_ctx.cdt_ctx_map_key_create('o', R.MAP_KEY_ORDERED)]
    check('made on the way', ordered(k, mo.map_put('m', 'p', 1, ctx=ctx)), [1])
    check('nested map', bins(k)['m'], {'a': {'b': {'c': 1, 'd': 2}}, 'n': {'o': {'p': 1}}})


def batches():
    keys = [key(f'b{i}') for i in range(30)]
    for i, k in enumerate(keys[:20]):
        client.put(k, {'i': i, 's': str(i)})
    for k in keys[20:]:
        try:
            client.remove(k)
        except ex.RecordNotFound:
            pass
    got = client.batch_read(keys)
    check('read', [r.result for r in got.batch_records], [0] * 20 + [2] * 10)
    check('read bins', [r.record[2] for r in got.batch_records[:20]], [{'i': i, 's': str(i)} for i in range(20)])
    got = client.batch_read(keys[:3], ['i'])
    check('read some bins', [r.record[2] for r in got.batch_records], [{'i': i} for i in range(3)])
    got = client.batch_read(keys[:2], [])
    check('exist', [r.record[1]['gen'] > 0 for r in got.batch_records], [True, True])
    got = client.batch_operate(keys[:3], [op.increment('i', 10), op.read('i')])
    check('operate', [r.record[2] for r in got.batch_records], [{'i': i + 10} for i in range(3)])
    many = br.BatchRecords([br.Read(keys[0], [op.read('i')]), br.Write(keys[20], [op.write('i', 7), lo.list_append('l', 1)]), br.Remove(keys[1]),
                            br.Read(keys[2], None, read_all_bins=True), br.Read(keys[25], None, read_all_bins=True)])
    client.batch_write(many)
    check('write', [r.result for r in many.batch_records], [0, 0, 0, 0, 2])
    check('written', bins(keys[20]), {'i': 7, 'l': [1]})
    check('removed', client.exists(keys[1])[1], None)
    got = client.batch_remove(keys)
    check('remove', [r.result for r in got.batch_records], [0, 2] + [0] * 19 + [2] * 9)


def scans():
    client.truncate('test', 'scan', 0)
    for i in range(2000):
        client.put(key(i, 'scan'), {'i': i, 's': f's{i % 10}', 'l': [i, i % 7], 'm': {f'k{i % 5}': i % 3}}, policy={'key': aerospike.POLICY_KEY_SEND})
    scan = client.scan('test', 'scan')
    got = scan.results()
    check('scan', sorted(r[2]['i'] for r in got), list(range(2000)))
    check('scan keys', sorted(r[0][2] for r in got), list(range(2000)))
    scan = client.scan('test', 'scan')
    scan.select('i')
    check('scan bins', {tuple(r[2]) for r in scan.results()}, {('i',)})
    scan = client.scan('test', 'scan')
    scan.paginate()
    first = [r[2]['i'] for r in scan.results({'max_records': 10})]
    more = []
    while not scan.is_done() and len(more) < 3000:
        more += [r[2]['i'] for r in scan.results({'max_records': 300})]
    check('pages', (len(first), sorted(first + more)), (10, list(range(2000))))
    for name, bin, kind, over in (('q_i', 'i', aerospike.INDEX_NUMERIC, aerospike.INDEX_TYPE_DEFAULT), ('q_s', 's', aerospike.INDEX_STRING, aerospike.INDEX_TYPE_DEFAULT),
                                  ('q_l', 'l', aerospike.INDEX_NUMERIC, aerospike.INDEX_TYPE_LIST), ('q_m', 'm', aerospike.INDEX_STRING, aerospike.INDEX_TYPE_MAPKEYS),
                                  ('q_v', 'm', aerospike.INDEX_NUMERIC, aerospike.INDEX_TYPE_MAPVALUES)):
        create(name, bin, kind, over)

    def query(*where):
        q = client.query('test', 'scan')
        q.where(*where)
        return sorted(r[2]['i'] for r in q.results())

    check('between', query(predicates.between('i', 10, 19)), list(range(10, 20)))
    check('equals', query(predicates.equals('i', 77)), [77])
    check('text', query(predicates.equals('s', 's3')), list(range(3, 2000, 10)))
    check('in list', query(predicates.contains('l', aerospike.INDEX_TYPE_LIST, 1999)), [1999])
    check('in keys', query(predicates.contains('m', aerospike.INDEX_TYPE_MAPKEYS, 'k4')), list(range(4, 2000, 5)))
    check('in values', query(predicates.range('m', aerospike.INDEX_TYPE_MAPVALUES, 2, 9)), list(range(2, 2000, 3)))
    refused('no index', ex.IndexNotFound, lambda: query(predicates.equals('q', 77)))
    q = client.query('test', 'scan')
    q.where(predicates.between('i', 0, 9))
    q.add_ops([op.write('w', 1)])
    q.execute_background()
    q = client.query('test', 'scan')
    q.where(predicates.between('i', 0, 20))
    check('background', sum('w' in r[2] for r in q.results()), 10)
    refused('index exists', ex.IndexFoundError, lambda: create('q_i', 's', aerospike.INDEX_STRING, aerospike.INDEX_TYPE_DEFAULT))
    for name in ('q_i', 'q_s', 'q_l', 'q_m', 'q_v'):
        client.index_remove('test', name)
    refused('index gone', ex.IndexNotFound, lambda: query(predicates.equals('i', 77)))
    client.truncate('test', 'scan', 0)
    check('truncated', client.scan('test', 'scan').results(), [])


def expressions():
    k = fresh('exp', {'n': 7, 'd': 2.5, 's': 'abc', 'l': [3, 1, 2], 'm': {'a': 1, 'b': 5}, 't': True, 'b': b'xy'})
    client.touch(k, 1000)
    given = e.Val

    def passes(expression):
        try:
            client.get(k, policy={'expressions': expression.compile()})
            return True
        except ex.FilteredOut:
            return False

    for name, expression in {
        'equal': e.Eq(e.IntBin('n'), 7), 'not equal': e.NE(e.StrBin('s'), 'abd'), 'greater': e.GT(e.FloatBin('d'), 2.0),
        'bool': e.BoolBin('t'), 'blob': e.Eq(e.BlobBin('b'), b'xy'), 'list': e.Eq(e.ListBin('l'), [3, 1, 2]), 'map': e.Eq(e.MapBin('m'), {'a': 1, 'b': 5}),
        'and': e.And(e.GE(e.IntBin('n'), 7), e.LE(e.IntBin('n'), 7)), 'or': e.Or(e.Eq(e.IntBin('none'), 1), e.Eq(e.IntBin('n'), 7)),
        'not': e.Not(e.LT(e.IntBin('n'), 0)), 'exclusive': e.Exclusive(e.Eq(e.IntBin('n'), 7), e.Eq(e.StrBin('s'), 'no')),
        'exists': e.BinExists('n'), 'type': e.Eq(e.BinType('s'), 3), 'ttl': e.And(e.GT(e.TTL(), 900), e.LE(e.TTL(), 1000)),
        'void': e.GT(e.VoidTime(), 10**18), 'set': e.Eq(e.SetName(), 'demo'), 'no key': e.Not(e.KeyExists()), 'alive': e.Not(e.IsTombstone()),
        'updated': e.And(e.GT(e.LastUpdateTime(), 10**18), e.LT(e.SinceUpdateTime(), 60000)), 'modulo': e.LT(e.DigestMod(3), 3),
        'regex': e.CmpRegex(aerospike.REGEX_EXTENDED | aerospike.REGEX_ICASE, '^A.(c|d)$', e.StrBin('s')),
        'sum': e.Eq(e.Add(e.IntBin('n'), 1, 2), 10), 'product': e.Eq(e.Mul(e.FloatBin('d'), 2.0), 5.0), 'mod': e.Eq(e.Mod(e.IntBin('n'), 4), 3),
        'power': e.Eq(e.Pow(e.FloatBin('d'), 2.0), 6.25), 'floor': e.Eq(e.ToInt(e.Floor(e.FloatBin('d'))), 2), 'least': e.Eq(e.Min(e.IntBin('n'), 3, 9), 3),
        'bits': e.Eq(e.IntAnd(e.IntBin('n'), 6), 6), 'shift': e.Eq(e.IntLeftShift(e.IntBin('n'), 2), 28), 'count': e.Eq(e.IntCount(e.IntBin('n')), 3),
        'scan': e.Eq(e.IntLeftScan(e.IntBin('n'), True), 61), 'list size': e.Eq(e.ListSize(None, e.ListBin('l')), 3),
        'list rank': e.Eq(e.ListGetByRank(None, aerospike.LIST_RETURN_VALUE, e.ResultType.INTEGER, 0, e.ListBin('l')), 1),
        'list made': e.Eq(e.ListSize(None, e.ListAppend(None, None, 9, e.ListBin('l'))), 4),
        'map key': e.Eq(e.MapGetByKey(None, aerospike.MAP_RETURN_VALUE, e.ResultType.INTEGER, 'b', e.MapBin('m')), 5),
        'map made': e.Eq(e.MapSize(None, e.MapPut(None, None, 'c', 1, e.MapBin('m'))), 3),
        'choice': e.Eq(e.Cond(e.LT(e.IntBin('n'), 5), 'low', e.LT(e.IntBin('n'), 8), 'middle', 'high'), 'middle'),
        'let': e.Let(e.Def('x', e.Add(e.IntBin('n'), 1)), e.Eq(e.Mul(e.Var('x'), e.Var('x')), 64)),
    }.items():
        check(f'expression {name}', passes(expression), True)
    for name, expression in {'unknown': e.Eq(e.IntBin('none'), 1), 'other type': e.Eq(e.IntBin('s'), 1), 'not unknown': e.Not(e.Eq(e.IntBin('none'), 1)),
                             'false': e.Eq(e.IntBin('n'), 8), 'regex': e.CmpRegex(aerospike.REGEX_EXTENDED, '^A', e.StrBin('s'))}.items():
        check(f'expression {name} fails', passes(expression), False)
    refused('types', ex.InvalidRequest, lambda: passes(e.Eq(e.IntBin('n'), 'x')))
    no, yes = ({'expressions': e.Eq(e.IntBin('n'), wanted).compile()} for wanted in (8, 7))
    refused('write filtered', ex.FilteredOut, lambda: client.put(k, {'n': 1}, policy=no))
    refused('remove filtered', ex.FilteredOut, lambda: client.remove(k, policy=no))
    client.put(k, {'z': 1}, policy=yes)
    check('ops', ordered(k, eo.expression_read('r', e.Add(e.IntBin('n'), 3).compile()), eo.expression_write('w', e.Mul(e.IntBin('n'), 2).compile()), op.read('w')), [10, None, 14])
    refused('op unknown', ex.OpNotApplicable, lambda: operate(k, eo.expression_read('r', e.IntBin('none').compile())))
    check('op may fail', ordered(k, eo.expression_read('r', e.IntBin('none').compile(), aerospike.EXP_READ_EVAL_NO_FAIL)), [None])
    refused('create only', ex.BinExistsError, lambda: operate(k, eo.expression_write('n', e.Val(1).compile(), aerospike.EXP_WRITE_CREATE_ONLY)))
    refused('unsupported', ex.UnsupportedFeature, lambda: passes(e.CmpGeo(e.GeoBin('g'), aerospike.GeoJSON({'type': 'Point', 'coordinates': [1, 2]}))))
    client.truncate('test', 'exp', 0)
    keys = [key(i, 'exp') for i in range(100)]
    for i, one in enumerate(keys):
        client.put(one, {'i': i})
    policy = {'expressions': e.And(e.GE(e.IntBin('i'), 10), e.LT(e.IntBin('i'), 20)).compile()}
    check('scan filtered', sorted(r[2]['i'] for r in client.scan('test', 'exp').results(policy)), list(range(10, 20)))
    check('batch filtered', [r.result for r in client.batch_read(keys[8:22], policy=policy).batch_records], [27] * 2 + [0] * 10 + [27] * 2)
    q = client.query('test', 'exp')
    check('query filtered', sorted(r[2]['i'] for r in q.results(policy)), list(range(10, 20)))


def compression():
    """Messages compressed in both directions, which the server's log cannot show: what comes back must be right."""
    packed = aerospike.client({'hosts': [('127.0.0.1', int(sys.argv[1]))], 'policies': {name: {'compress': True} for name in ('read', 'write', 'batch', 'operate', 'scan', 'query')}}).connect()
    text, numbers = 'a long text ' * 20000, list(range(20000))
    keys = [key(f'packed{i}', 'packed') for i in range(5)]
    for i, k in enumerate(keys):
        packed.put(k, {'s': text + str(i), 'l': numbers, 'i': i})
        check('compressed', packed.get(k)[2], {'s': text + str(i), 'l': numbers, 'i': i})
        check('read without', bins(k), {'s': text + str(i), 'l': numbers, 'i': i})
    check('batch compressed', [r.record[2]['s'] for r in packed.batch_read(keys).batch_records], [text + str(i) for i in range(5)])
    check('scan compressed', sorted(r[2]['i'] for r in packed.scan('test', 'packed').results()), list(range(5)))
    check('operate compressed', packed.operate(keys[0], [lo.list_append_items('l', numbers), lo.list_size('l')])[2], {'l': 40000})


def create(name, bin, kind, over):
    if hasattr(client, 'index_single_value_create') and over == aerospike.INDEX_TYPE_DEFAULT:
        return client.index_single_value_create('test', 'scan', bin, kind, name)
    names = {aerospike.INDEX_TYPE_LIST: 'index_list_create', aerospike.INDEX_TYPE_MAPKEYS: 'index_map_keys_create', aerospike.INDEX_TYPE_MAPVALUES: 'index_map_values_create'}
    return getattr(client, names[over])('test', 'scan', bin, kind, name)


for part in (records, lists, maps, batches, scans, expressions, compression):
    try:
        part()
    except Exception as error:
        import traceback
        failed += 1
        traceback.print_exc(limit=-3)
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
