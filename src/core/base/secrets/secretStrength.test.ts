import { expect, test } from 'vitest'
import { type SecretStrength, secretStrength } from './secretStrength.ts'

const VALUES: Readonly<Record<SecretStrength, readonly string[]>> = {
  none: [
    ...['', 'true', 'FALSE', '0', '1', '4096', 'none', 'null', 'EMPTY', 'ollama', 'not-needed', 'xxxxxxxxxxxx', '********', 'basic'],
    ...['/tmp/ssh-XXabc/agent.42', './certs/key.pem', '~/.aws/credentials', 'C:\\Users\\me\\key.pem', '/run/user/1000/bus'],
    ...[
      'https://auth.example.org/oauth/token',
      'redis://localhost:6379',
      '$OTHER',
      `\${OTHER}`,
      '{{ secrets.X }}',
      'op://vault/item/field',
    ],
  ],
  weak: [
    ...['hunter2', 'abc123', 'holdfast', 'postgres', 'postgres1', 'password', 'Password123!', 'changeme', 'admin2024', 'qwertz123'],
    ...['12345678', '2024-11-23', '+49 30 12345', 'my-database', 'local dev', 'production', 'created_at'],
  ],
  fair: [
    'hunter2hunter2',
    'Tr0ub4dor&3',
    'correct-horse-battery-staple',
    'q7uTqK9C',
    '123456789012',
    'aLongPassphraseOfWords',
    '$ecret99pw',
  ],
  strong: [
    ...['sk-ant-api03-abcdef', '0123456789abcdef', 'house-canary-M3kPf7', '/Xt8FzK2pLq9WmN3vB7cR5tY1uI0oP4aS6dF8gH2j'],
    ...['https://user:pass1@host/v1', 'Server=db;Password=abc123;', '{"key":"value","n":1}'],
  ],
}

test.each(Object.entries(VALUES).flatMap(([strength, values]) => values.map((value) => [value, strength])))('%j is %s', (value, strength) =>
  expect(secretStrength(value)).toBe(strength),
)
