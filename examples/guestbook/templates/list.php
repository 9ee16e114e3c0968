<?php if ($flash !== null): ?>
<div class="card flash" role="status"><?= $e($flash->text()) ?></div>
<?php endif ?>
<form class="card" method="post" action="/">
    <h2>Sign the book</h2>
    <label for="name">Your name</label>
    <input id="name" name="name" maxlength="60" autocomplete="name" value="<?= $e($form->name) ?>">
<?php if (isset($form->errors['name'])): ?>
    <p class="error"><?= $e($form->errors['name']) ?></p>
<?php endif ?>
    <label for="message">Message</label>
    <textarea id="message" name="message" rows="4"><?= $e($form->message) ?></textarea>
<?php if (isset($form->errors['message'])): ?>
    <p class="error"><?= $e($form->errors['message']) ?></p>
<?php endif ?>
    <button>Sign</button>
</form>
<p class="count"><?= $page->total === 1 ? 'One entry' : $e($page->total) . ' entries' ?><?php if ($page->last > 1): ?>, page <?= $e($page->number) ?> of <?= $e($page->last) ?><?php endif ?></p>
<?php foreach ($entries as $entry): ?>
<article class="card entry">
    <p><?= nl2br($e($entry->message)) ?></p>
    <footer>
        <strong><?= $e($entry->name) ?></strong>,
        <a href="/entries/<?= $e($entry->id) ?>"><time datetime="<?= $e(gmdate('c', $entry->created)) ?>"><?= $e($entry->date()) ?></time></a>
    </footer>
</article>
<?php endforeach ?>
<nav class="pages" aria-label="Pages">
<?php foreach ($page->links() as $label => $address): ?>
<?php if ($address === null): ?>
    <span class="current" aria-current="page"><?= $e($label) ?></span>
<?php else: ?>
    <a href="<?= $e($address) ?>"><?= $e($label) ?></a>
<?php endif ?>
<?php endforeach ?>
</nav>
