"""What the test runners of this folder share: running a PHP command, finding the reference, showing a difference."""
import difflib, os, shlex, shutil, signal, socket, subprocess, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get('PHANT_SHARED', ROOT.parent / 'shared'))
PHANT = ROOT / 'target/release/phant'
# What a script runs with, whatever the machine's configuration.
FLAGS = ['-n', '-d', 'display_errors=1', '-d', 'error_reporting=-1', '-d', 'html_errors=0']


def reference():
    """The words of the reference PHP's command, or None where there is none."""
    command = os.environ.get('REFERENCE_PHP') or str(SHARED / 'tools/reference-php')
    words = shlex.split(command)
    return words if shutil.which(words[0]) else None


def php_words(command):
    """The words of a PHP command given by the user; a path is made absolute, because scripts run in their folder."""
    words = shlex.split(command)
    program = shutil.which(words[0])
    if not program:
        raise SystemExit(f'no {words[0]}: build it, or name another one with --php')
    return [os.path.abspath(program), *words[1:]]


def run(command, folder, timeout, environment=None):
    """What a command prints on both streams, with a last line for an unusual end."""
    child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             start_new_session=True, env={**os.environ, **(environment or {})})
    try:
        output, _ = child.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output, _ = child.communicate()
        return output + b'\n[timed out after %d s]\n' % timeout
    if child.returncode:
        code = child.returncode if child.returncode > 0 else signal.Signals(-child.returncode).name
        output += f'\n[exit {code}]\n'.encode()
    return output


def difference(expected, actual, most=40):
    """A unified diff, cut short; of large outputs only around the first differing line."""
    a, b = (text.decode('utf-8', 'backslashreplace').split('\n') for text in (expected, actual))
    first = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    if len(a) + len(b) > 4000:
        start = max(first - 5, 0)
        a, b = a[start:first + most], b[start:first + most]
        head = [f'first difference in line {first + 1}']
    else:
        head = []
    lines = head + list(difflib.unified_diff(a, b, 'expected', 'actual', lineterm='', n=2))
    more = [f'... {len(lines) - most} lines more'] if len(lines) > most else []
    return '\n'.join(line[:400] for line in lines[:most] + more)


KNOWN = ROOT / 'tests/known-failures.txt'


def known_failures(kind):
    """Names of one kind (lang, programs, http) that are known to fail: lines such as lang/fibers."""
    lines = KNOWN.read_text().splitlines() if KNOWN.exists() else []
    return {line.removeprefix(f'{kind}/') for line in lines if line.startswith(f'{kind}/')}


def conclude(kind, passed, failed, forget):
    """Ends a run: prints the summary, and with forget takes what passes off the list of known failures."""
    known = known_failures(kind)
    better, worse = sorted(known & set(passed)), sorted(set(failed) - known)
    if better and forget:
        keep = [line for line in KNOWN.read_text().splitlines() if line not in {f'{kind}/{name}' for name in better}]
        KNOWN.write_text(''.join(f'{line}\n' for line in keep))
    elif better:
        print(f'pass now, run with --forget to take them off tests/{KNOWN.name}: {" ".join(better)}')
    expected = len(failed) - len(worse)
    if expected:
        print(f'{expected} known to fail')
    if worse:
        print(f'failed: {" ".join(worse)}')
    print(f'{len(passed)} passed, {len(worse)} failed')
    return 1 if worse else 0


def wait_for(port, server):
    """Whether the server takes connections within twenty seconds."""
    for _ in range(400):
        if server.poll() is not None:
            return False
        with socket.socket() as probe:
            if probe.connect_ex(('127.0.0.1', port)) == 0:
                return True
        time.sleep(0.05)
    return False
