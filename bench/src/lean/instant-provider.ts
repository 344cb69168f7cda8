import { createServer } from 'node:http';

// A stateless provider that answers at once, so that only our own code is measured.
let count = 0;

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { amount, metadata } = JSON.parse(text || '{}');
  count += 1;
  const id = `bench-${process.pid}-${count}`;
  const confirmation = { type: 'redirect', confirmation_url: `http://127.0.0.1/checkout/${id}` };
  const body = JSON.stringify({ id, status: 'pending', amount, confirmation, metadata });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
