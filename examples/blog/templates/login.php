<h1>Log in</h1>
<?php if ($error !== null): ?>
<p class="error"><?= $e($error) ?></p>
<?php endif ?>
<form method="post">
  <label for="password">Password</label>
  <input type="password" id="password" name="password" autofocus required>
  <p><button>Log in</button></p>
</form>
