/** Whom the test provider signs in: one of each kind that a real provider may answer with. */
export interface TestPerson {
  subject: string;
  name: string;
  email?: string;
  isEmailVerified?: boolean;
  hint: string;
}

export const testPeople: TestPerson[] = [
  {
    subject: 'anna',
    name: 'Анна Смирнова',
    email: 'anna@example.org',
    isEmailVerified: true,
    hint: 'anna@example.org, адрес подтверждён',
  },
  {
    subject: 'vera',
    name: 'Вера Лисина',
    email: 'vera@example.org',
    isEmailVerified: false,
    hint: 'vera@example.org, адрес не подтверждён',
  },
  { subject: 'boris', name: 'Борис Котов', hint: 'без адреса' },
];

export function findTestPerson(subject: string | undefined): TestPerson | undefined {
  return testPeople.find((person) => person.subject === subject);
}
