<?php foreach ($posts as $post): ?>
<article>
  <h1><a href="/posts/<?= $post->id ?>"><?= $e($post->title) ?></a></h1>
  <time datetime="<?= date('c', $post->time) ?>"><?= date('j F Y', $post->time) ?></time>
<?php if ($post->picture !== null): ?>
  <img src="/pictures/<?= $e($post->picture) ?>" alt="">
<?php endif ?>
  <p><?= nl2br($e($post->paragraphs()[0] ?? '')) ?></p>
</article>
<?php endforeach ?>
<?php if ($last > 1): ?>
<nav><?php if ($number > 1): ?><a href="/?page=<?= $number - 1 ?>">Newer</a> <?php endif ?>
<?php if ($number < $last): ?><a href="/?page=<?= $number + 1 ?>">Older</a><?php endif ?></nav>
<?php endif ?>
