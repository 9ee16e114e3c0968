<!DOCTYPE html>
<html lang="<?= hsc($INFO['user']['language']) ?>">
    <head>
        <title><?= hsc($title) ?> - <?= hsc(conf('title')) ?></title>
        <?php include ROOT . '/templates/head.php' ?>
    </head>
    <body>
        <nav><?php show_menu($menu) ?></nav>
        <main><?= $rendered['html'] ?></main>
        <aside>
            <?php if (count($page->headings()) > 1): ?>
                <ol><?php foreach ($page->headings() as ['text' => $text]): ?><li><a href="#<?= slug($text) ?>"><?= hsc(shorten($text)) ?></a></li><?php endforeach ?></ol>
            <?php endif ?>
            <p><?= $lang['visited'], ': ', implode(', ', array_map('link_to', $_SESSION['visited'])) ?></p>
            <p><?= plural($lang['words'], count_words($page->text())) ?>, <?= number_format(strlen($page->text())) ?> bytes</p>
        </aside>
        <footer>
            <?php foreach ($index->recent(3) as $id => $time): ?>
                <?= $lang['changed'] ?> <?= link_to($id, null, 'recent') ?> <?= ago($time) ?>
            <?php endforeach ?>
            <?php if (may('edit', $INFO['id'])) { echo tag('button', ['type' => 'submit', 'disabled' => true], 'Edit'); } ?>
        </footer>
    </body>
</html>
