<div class="card">
    <h2>There is no such page</h2>
    <p>Nothing is kept at <code><?= $e($path) ?></code>.</p>
    <p><a href="/">Back to the guestbook</a></p>
</div>
