<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title><?= $e($title) ?></title>
    <link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="site">
    <h1><a href="/">Guestbook</a></h1>
    <p>Leave a line for those who come after you.</p>
</header>
<main>
<?= $content ?>
</main>
<footer class="site">PHP <?= $e(PHP_VERSION) ?></footer>
</body>
</html>
