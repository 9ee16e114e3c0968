<article>
  <h1><?= $e($post->title) ?></h1>
  <time datetime="<?= date('c', $post->time) ?>"><?= date('j F Y, H:i', $post->time) ?></time>
<?php if ($post->picture !== null): ?>
  <img src="/pictures/<?= $e($post->picture) ?>" alt="">
<?php endif ?>
<?php foreach ($post->paragraphs() as $paragraph): ?>
  <p><?= nl2br($e($paragraph)) ?></p>
<?php endforeach ?>
</article>
<?php if ($isAuthor): ?>
<form method="post" action="/posts/<?= $post->id ?>/remove"><input type="hidden" name="token" value="<?= $e($token) ?>"><button>Remove</button></form>
<?php endif ?>
