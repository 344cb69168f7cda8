import type { Page } from 'playwright-core';

/** Brings a loaded page to the state to photograph. */
export type Reach = (page: Page) => Promise<void>;

export function press(...names: (string | RegExp)[]): Reach {
  return async (page) => {
    for (const name of names) {
      const control = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
      await control.click();
    }
    await settled(page);
  };
}

export function openDialog(...names: (string | RegExp)[]): Reach {
  return async (page) => {
    await press(...names)(page);
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
    await settled(page);
  };
}

export const openFirstRow: Reach = async (page) => {
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).last().waitFor();
  await settled(page);
};

/** Scrolls a part of a long sheet into view. */
export function scrollTo(heading: string): Reach {
  return async (page) => {
    const part = page.getByRole('heading', { name: heading, exact: true });
    await part.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await settled(page);
  };
}

export function fill(fields: Record<string, string>, button: string): Reach {
  return async (page) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value);
    await page.getByRole('button', { name: button }).click();
    await settled(page);
  };
}

export const register: Reach = async (page) => {
  await page.getByLabel('Имя').fill('Пётр Иванов');
  await page.getByLabel('E-mail').fill(`petr-${Date.now()}@example.ru`);
  await page.getByLabel('Пароль').fill('четыре слова подряд');
  await page.getByLabel('Принимаю условия оферты').check();
  await page.getByLabel('Согласен на обработку персональных данных').check();
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await page.getByRole('heading', { level: 1, name: 'Проверьте почту' }).waitFor();
};

/** A phone has it behind «Ещё», on the same drawer. */
export const openPersonMenu: Reach = async (page) => {
  const more = page.getByRole('button', { name: 'Ещё' });
  await ((await more.isVisible()) ? more : page.getByRole('button', { name: /@/ }).last()).click();
  await page.getByRole('dialog').first().waitFor();
  await settled(page);
};

export const openPalette: Reach = async (page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await settled(page);
};

/** The network goes while the page is open. */
export const loseNetwork: Reach = async (page) => {
  await page.context().setOffline(true);
  await settled(page);
};

/** Opens the page through the side panel or the phone's bar, which stay, with the network gone. */
export function withoutNetwork(path: string): Reach {
  return async (page) => {
    await loseNetwork(page);
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await settled(page);
  };
}

/** Waits until skeletons are gone, fonts are there and nothing was drawn anew for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const busy = () => document.querySelector('[aria-busy="true"], [role="status"][aria-label="Загружаем"]');
    const html = () => document.body.innerHTML.length;
    let before = -1;
    for (let turn = 0; turn < 100 && (busy() || html() !== before); turn += 1) {
      before = html();
      await new Promise((done) => setTimeout(done, 150));
    }
  });
}

/** Leaves for the test ID; null stays on its page. */
export function chooseInTestId(choice: string | RegExp | null) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Тестовый ID' }).click();
    await page.getByRole('heading', { level: 1, name: 'Кто входит?' }).waitFor();
    if (choice === null) return;
    await page.getByRole('button', { name: choice }).click();
    await page.waitForURL('**/auth/external');
    await page.getByRole('status').waitFor({ state: 'detached' });
  };
}
