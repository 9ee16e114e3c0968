<?php
class NeedsParent extends NoParent {}
