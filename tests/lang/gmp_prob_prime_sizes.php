<?php
// Up to which size gmp_prob_prime() says that a number is certainly prime.
// needs: gmp
foreach ([2, 3, 999983, 1000003, 0, 1, '-7', '2462906046218231', '2462906046218251', '2305843009213693951', '2305843009213693953', '18446744073709551557'] as $number) {
    echo $number, ' ', gmp_prob_prime($number), ' ', gmp_prob_prime($number, 1), ' ', gmp_prob_prime($number, 50), "\n";
}
