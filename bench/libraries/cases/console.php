<?php

// Symfony Console: a command that prints a table, and the help about it.

use Symfony\Component\Console\{Application, Command\Command, Helper\Table, Input\ArrayInput, Input\InputInterface, Input\InputOption};
use Symfony\Component\Console\Output\{BufferedOutput, OutputInterface};

class ListCommand extends Command
{
    protected static $defaultName = 'do:it';

    protected function configure(): void
    {
        $this->setDescription('does it')->addArgument('n')->addOption('opt', 'o', InputOption::VALUE_REQUIRED, 'some option', 'x');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $table = new Table($output);
        $table->setHeaders(['A', 'B', 'C']);
        for ($i = 0; $i < 10; $i++) {
            $table->addRow([$i, "<info>v$i</info>", $input->getOption('opt')]);
        }
        $table->render();
        $output->writeln('<error>done</error> ' . $input->getArgument('n'));
        return 0;
    }
}

return function (): string {
    $application = new Application();
    $application->setAutoExit(false);
    $application->add(new ListCommand());
    $output = new BufferedOutput();
    $application->run(new ArrayInput(['command' => 'do:it', 'n' => '5', '--opt' => 'y']), $output);
    $application->run(new ArrayInput(['command' => 'help', 'command_name' => 'do:it']), $output);
    return $output->fetch();
};
