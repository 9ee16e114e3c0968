<?php

declare(strict_types=1);

namespace Blog;

/** Pictures that came with posts. */
final readonly class Pictures
{
    private const array TYPES = ['image/png' => 'png', 'image/jpeg' => 'jpg', 'image/gif' => 'gif', 'image/webp' => 'webp'];
    private const int MOST = 2 << 20;

    public function __construct(private string $folder)
    {
    }

    /**
     * Keeps an uploaded picture under a name that its content gives.
     *
     * @param array{error: int, size: int, tmp_name: string} $file
     */
    public function keep(array $file): string
    {
        if ($file['error'] !== UPLOAD_ERR_OK) {
            throw new \InvalidArgumentException('The picture did not arrive.');
        }
        if ($file['size'] > self::MOST) {
            throw new \InvalidArgumentException('The picture is larger than 2 MB.');
        }
        $type = self::TYPES[self::type((string) file_get_contents($file['tmp_name'], length: 16))] ?? null;
        if ($type === null) {
            throw new \InvalidArgumentException('That is no picture.');
        }
        $name = hash_file('xxh128', $file['tmp_name']) . ".$type";
        if (!move_uploaded_file($file['tmp_name'], "$this->folder/$name")) {
            throw new \InvalidArgumentException('The picture cannot be kept.');
        }
        return $name;
    }

    /** The file of a picture and its type; null if there is none of that name. */
    public function find(string $name): ?array
    {
        $type = array_search(pathinfo($name, PATHINFO_EXTENSION), self::TYPES, true);
        $file = "$this->folder/$name";
        return preg_match('/^[0-9a-f]{32}\.\w+$/D', $name) && $type !== false && is_file($file) ? [$file, $type] : null;
    }

    /** What the first bytes say: the name and the type that a browser sends are anybody's. */
    private static function type(string $bytes): string
    {
        return match (true) {
            str_starts_with($bytes, "\x89PNG\r\n\x1a\n") => 'image/png',
            str_starts_with($bytes, "\xff\xd8\xff") => 'image/jpeg',
            str_starts_with($bytes, 'GIF87a'), str_starts_with($bytes, 'GIF89a') => 'image/gif',
            str_starts_with($bytes, 'RIFF') && substr($bytes, 8, 4) === 'WEBP' => 'image/webp',
            default => '',
        };
    }
}
