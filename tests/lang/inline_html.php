<?php

$items = ['a' => 1, 'b' => 2];
?>
<ul>
<?php foreach ($items as $k => $v): ?>
  <li class="<?= $k ?>"><?= $v ?></li>
<?php endforeach; ?>
</ul>
<?php if (count($items) > 1): ?>
many
<?php elseif ($items): ?>
one
<?php else: ?>
none
<?php endif ?>
newline after close is eaten: <?php echo 'x' ?>

kept blank line <?= 'y' ?> same line
<?php for ($i = 0; $i < 2; $i++) { ?>
  loop <?= $i ?>

<?php } ?>
<?php switch (2): ?>
<?php case 1: ?>
    one
<?php break; case 2: ?>
    two
<?php endswitch ?>
<? echo 'short tags are off'; ?>

<?php
function template($x)
{
    ?>
<p><?= htmlspecialchars($x) ?></p>
<?php
}
template('<b>');
// comment ends at close tag ?>after comment
<?php # another ?>
<?php /* block ?> not closed */ echo 'still php' ?>

<?="echo tag", ' with comma' ?>

<?php $heredoc = <<<X
?> inside heredoc <?php
X;
echo $heredoc ?>

end<?php
