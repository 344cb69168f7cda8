/** The first operator of every product that tests start. */
export const operator = { email: 'operator@example.ru', password: 'слова для оператора', name: 'Администратор' };

export const operatorEnv = { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password };
