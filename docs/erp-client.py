#!/usr/bin/env python3
"""Sends lists and pictures to the shop, fetches its orders. BULTO_URL and BULTO_KEY say where and with which key."""
import json, os, time, urllib.error, urllib.request, uuid

BASE = os.environ["BULTO_URL"].rstrip("/") + "/api/erp/v1/"
KEY = os.environ["BULTO_KEY"]


def call(method, path, body=None, **headers):
    """The answer's status and JSON; asks again when the shop is busy or away. The same key is never taken twice."""
    for attempt in range(8):
        request = urllib.request.Request(BASE + path, data=body, method=method)
        for name, value in {"Authorization": "Bearer " + KEY, **headers}.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 500, 502, 503, 504):
                return refused.code, json.load(refused)
            time.sleep(int(refused.headers.get("Retry-After") or 2**attempt))
        except OSError:
            time.sleep(2**attempt)
    raise SystemExit("La tienda no responde: " + path)


def send(name, rows):
    """Sends rows in batches of 1,000; answers those that were not taken: (row, result, faults)."""
    bad = []
    for at in range(0, len(rows), 1000):
        part = rows[at : at + 1000]
        status, answer = call("POST", name, json.dumps({"filas": part}).encode(),
                              Content_Type="application/json", Idempotency_Key=str(uuid.uuid4()))
        if status >= 400:
            raise SystemExit(f"{name}: {status} {answer['message']}")
        bad += [(part[row["fila"] - 1], row["resultado"], row.get("faltas"))
                for row in answer["filas"] if row["resultado"] in ("rechazado", "en espera", "conservado")]
    return bad


def send_picture(code, slot, jpeg):
    mark = uuid.uuid4().hex
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="foto"\r\n\r\n'
    body = head.encode() + jpeg + f"\r\n--{mark}--\r\n".encode()
    return call("POST", f"fotos?CODIGO_ART={urllib.request.quote(code, safe='')}&lugar={slot}", body,
                Content_Type=f"multipart/form-data; boundary={mark}")


def take_orders(book):
    """Gives each new order to `book`, which answers its number in the ERP, and tells the shop."""
    while orders := call("GET", "pedidos?limite=100")[1]["filas"]:
        bad = send("respuestas", [{"IDCON_PED": order["IDCON_PED"], "ESTADO": "aceptado",
                                   "NUMERO_PED": book(order)} for order in orders])
        if bad:  # They would come again, and again.
            raise SystemExit(f"La tienda no tomó estas respuestas: {bad}")
