<?php
// Documents that are read, changed and written again.
$orders = [];
for ($i = 0; $i < 40; $i++) {
    $orders[] = ['id' => $i, 'name' => "Order $i", 'price' => $i * 1.5, 'open' => $i % 2 === 0, 'tags' => ['a', "t$i", null],
        'address' => ['street' => 'Straße ' . $i, 'city' => 'Zürich']];
}
$text = json_encode($orders);
$total = 0.0;
for ($round = 0; $round < 3000; $round++) {
    $list = json_decode($text, true);
    foreach ($list as &$order) {
        $order['price'] += 1;
        $order['tags'][] = 'seen';
        if (count($order['tags']) > 6) {
            $order['tags'] = ['again'];
        }
        $total += $order['price'];
    }
    unset($order);
    $text = json_encode($list, JSON_UNESCAPED_UNICODE);
}
echo $total, ' ', md5($text), "\n";
