<?php

// Symfony Serializer: objects to JSON and XML, and back from JSON.

use Symfony\Component\Serializer\{Encoder\JsonEncoder, Encoder\XmlEncoder, Normalizer\ObjectNormalizer, Serializer};

class Address
{
    public string $street = 'Main';
    public int $number = 5;
}
class Customer
{
    private $name;
    private $age;
    private $address;

    public function getName()
    {
        return $this->name;
    }
    public function setName($name): void
    {
        $this->name = $name;
    }
    public function getAge()
    {
        return $this->age;
    }
    public function setAge($age): void
    {
        $this->age = $age;
    }
    public function getAddress()
    {
        return $this->address;
    }
    public function setAddress($address): void
    {
        $this->address = $address;
    }
}

$serializer = new Serializer([new ObjectNormalizer()], [new JsonEncoder(), new XmlEncoder()]);
$customer = new Customer();
$customer->setName('Joe');
$customer->setAge(5);
$customer->setAddress(new Address());

return fn () => [
    $serializer->serialize([$customer, $customer, $customer], 'json'),
    $serializer->deserialize('{"name":"A","age":3,"address":{"street":"x"}}', Customer::class, 'json')->getName(),
    $serializer->serialize($customer, 'xml'),
];
