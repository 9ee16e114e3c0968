<?php

// Guzzle's PSR-7 messages: a request built step by step, a response parsed, queries and relative URIs.

use GuzzleHttp\Psr7\{Message, Query, Request, Uri, UriResolver};

return function (): array {
    $headers = ['X-A' => ['1', '2'], 'Content-Type' => 'text/plain'];
    $request = new Request('POST', 'http://user:p@example.com:8080/a/b/../c?x=1&y[]=2#frag', $headers, 'body text');
    $request = $request->withHeader('Host', 'h')->withUri($request->getUri()->withPath('/z')->withQuery('q=1'));
    return [
        Message::toString($request->withAddedHeader('x-a', '3')),
        (string) Message::parseResponse("HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\n\r\nhello")->getBody(),
        Query::build(['a' => 1, 'b' => [1, 2]]),
        (string) UriResolver::resolve(new Uri('http://a/b/c/d;p?q'), new Uri('../g?y#s')),
    ];
};
