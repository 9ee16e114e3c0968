// The same pages in Node, in two processes, for run.py --node: what a request does is what the PHP script of that name does.
'use strict';
const cluster = require('cluster');
const fs = require('fs');
const http = require('http');
const path = require('path');

const [port, root] = process.argv.slice(2);
const data = path.join(root, 'data.txt');
const pages = {
    '/hello.php': () => 'Hello, World!',
    '/strings.php': () => {
        let s = '';
        for (let i = 0; i < 1000; i++) {
            s += 'a';
        }
        return String(s.length);
    },
    '/increments.php': () => {
        let n = 0;
        for (let i = 0; i < 1000; i++) {
            n++;
        }
        return String(n);
    },
    '/array.php': () => {
        const a = [];
        for (let i = 0; i < 1000; i++) {
            a.push(i);
        }
        return String(a.length);
    },
    '/hash.php': () => {
        const a = {};
        for (let i = 0; i < 1000; i++) {
            a['key' + i] = i;
        }
        return String(Object.keys(a).length);
    },
    '/files.php': () => {
        let n = 0;
        for (let i = 0; i < 100; i++) {
            n += fs.readFileSync(data).length;
        }
        return String(n);
    },
    '/empty.php': () => '',
};

if (cluster.isPrimary) {
    cluster.fork();
    cluster.fork();
} else {
    http.createServer((request, response) => {
        const page = pages[request.url];
        response.writeHead(page ? 200 : 404, {'Content-Type': 'text/html; charset=UTF-8'});
        response.end(page ? page() : '');
    }).listen(Number(port), '127.0.0.1');
}
