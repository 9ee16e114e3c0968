<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><?= $e($title) ?></title>
<link rel="stylesheet" href="/style.css">
<header>
  <a href="/"><strong>Blog</strong></a>
  <nav>
<?php if ($isAuthor): ?>
    <a href="/write">Write</a> ·
    <form method="post" action="/logout"><input type="hidden" name="token" value="<?= $e($token) ?>"><button>Log out</button></form>
<?php else: ?>
    <a href="/login">Log in</a>
<?php endif ?>
  </nav>
</header>
<?php if ($message !== null): ?>
<p class="flash"><?= $e($message) ?></p>
<?php endif ?>
<main>
<?= $content ?>
</main>
</html>
