<article class="card entry">
    <h2><?= $e($entry->name) ?> wrote</h2>
    <p><?= nl2br($e($entry->message)) ?></p>
    <footer><?= $e($entry->date()) ?></footer>
</article>
<p><a href="/">All entries</a></p>
