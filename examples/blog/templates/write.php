<h1>Write</h1>
<?php if ($error !== null): ?>
<p class="error"><?= $e($error) ?></p>
<?php endif ?>
<form method="post" enctype="multipart/form-data">
  <input type="hidden" name="token" value="<?= $e($token) ?>">
  <label for="title">Title</label>
  <input type="text" id="title" name="title" value="<?= $e($input['title']) ?>" required>
  <label for="text">Text</label>
  <textarea id="text" name="text" required><?= $e($input['text']) ?></textarea>
  <label for="picture">Picture (PNG, JPEG, GIF or WebP, at most 2 MB)</label>
  <input type="file" id="picture" name="picture" accept="image/*">
  <p><button>Publish</button></p>
</form>
