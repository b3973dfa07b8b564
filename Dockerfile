FROM python:3.12-slim
COPY --from=ghcr.io/astral-sh/uv:latest /uv /bin/uv
ENV PYTHONUNBUFFERED=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never UV_NO_DEV=1 FRAY_DATA=/data
WORKDIR /app
COPY pyproject.toml uv.lock .python-version ./
RUN uv sync --locked --no-dev
COPY . .
# Makes the message catalogues, which the running user may not write.
RUN FRAY_DATA=/tmp/build uv run --no-sync manage.py check && rm -r /tmp/build
RUN useradd --system --home-dir /app fray && mkdir /data && chown -R fray /data /app
USER fray
VOLUME /data
EXPOSE 8000
CMD ["uv", "run", "--no-sync", "manage.py", "up", "--host", "0.0.0.0"]
